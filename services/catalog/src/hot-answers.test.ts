import { JsonBytes } from '@griot/service-kit/answers'
import { describe, expect, it, vi } from 'vitest'
import { HotAnswers } from './hot-answers.ts'

const page = (...items: unknown[]) => ({ items, next: null })
const call = () => ({ nextPage: vi.fn<(cursor: string | null) => void>() })
const json = (answer: unknown) =>
  answer instanceof JsonBytes ? (JSON.parse(answer.bytes.toString()) as unknown) : 'not bytes'

describe('hot answers', () => {
  it('are read once for all who ask, until something is written', async () => {
    const hot = new HotAnswers()
    const load = vi.fn(async () => page('a'))

    const answers = await Promise.all([hot.page(call(), 'list', load), hot.page(call(), 'list', load)])
    await hot.page(call(), 'list', load)
    expect(answers.map(json)).toEqual([['a'], ['a']])
    expect(load).toHaveBeenCalledTimes(1)

    hot.drop()
    load.mockResolvedValue(page('b'))
    expect(json(await hot.page(call(), 'list', load))).toEqual(['b'])
  })

  it('say where the list goes on, from memory too', async () => {
    const hot = new HotAnswers()
    const first = call()
    const second = call()

    await hot.page(first, 'list', async () => ({ items: [1], next: 'further' }))
    await hot.page(second, 'list', async () => page())

    expect(first.nextPage).toHaveBeenCalledWith('further')
    expect(second.nextPage).toHaveBeenCalledWith('further')
  })

  it('keep nothing that was read before a write', async () => {
    const hot = new HotAnswers()
    let finish = (_: ReturnType<typeof page>) => {}
    const reading = new Promise<ReturnType<typeof page>>((resolve) => {
      finish = resolve
    })
    const slow = hot.page(call(), 'list', () => reading)
    hot.drop()
    finish(page('before'))
    await slow

    expect(json(await hot.page(call(), 'list', async () => page('after')))).toEqual(['after'])
  })

  it('keep no failure', async () => {
    const hot = new HotAnswers()
    await expect(hot.page(call(), 'list', () => Promise.reject(new Error('database gone')))).rejects.toThrow('gone')

    expect(json(await hot.page(call(), 'list', async () => page('back')))).toEqual(['back'])
  })

  it('are a second old at most', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const hot = new HotAnswers()
      await hot.page(call(), 'list', async () => page('a'))
      vi.advanceTimersByTime(1_001)
      expect(json(await hot.page(call(), 'list', async () => page('b')))).toEqual(['b'])
    } finally {
      vi.useRealTimers()
    }
  })

  it('leave the oldest behind when memory is full', async () => {
    const hot = new HotAnswers()
    const large = 'x'.repeat(3 * 1024 * 1024)
    for (const key of ['a', 'b', 'c']) await hot.page(call(), key, async () => page(large))
    const load = vi.fn(async () => page())

    await hot.page(call(), 'c', load)
    expect(load).not.toHaveBeenCalled()
    await hot.page(call(), 'a', load)
    expect(load).toHaveBeenCalled()
  })

  it('are for one thing as for a list', async () => {
    const hot = new HotAnswers()
    const load = vi.fn(async () => ({ id: 1 }))

    expect(json(await hot.one('thing', load))).toEqual({ id: 1 })
    expect(json(await hot.one('thing', load))).toEqual({ id: 1 })
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('pass by what is not the same for everybody', async () => {
    const answer = await new HotAnswers().page(call(), null, async () => ({ items: ['mine'], next: null }))
    expect(answer).toEqual(['mine'])
  })
})
