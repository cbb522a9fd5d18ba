import type { Queryable } from '@griot/service-kit/db/db'
import { EncodedResponse } from '@griot/service-kit/http/responses'
import { describe, expect, it, vi } from 'vitest'
import { ResponseCache } from './response-cache.ts'

const page = (...items: unknown[]) => ({ items, next: null })
const call = (readYourWrites?: string) => ({
  nextPage: vi.fn<(cursor: string | null) => void>(),
  header: () => readYourWrites,
})
const db = { mayPrepare: true } as Queryable
const replica = { mayPrepare: false } as Queryable
const json = (response: unknown) =>
  response instanceof EncodedResponse ? (JSON.parse(response.bytes.toString()) as unknown) : 'not bytes'

describe('ResponseCache', () => {
  it('loads once for all callers until it is cleared', async () => {
    const cache = new ResponseCache({ db, replica })
    const load = vi.fn(async () => page('a'))

    const responses = await Promise.all([cache.page(call(), 'list', {}, load), cache.page(call(), 'list', {}, load)])
    await cache.page(call(), 'list', {}, load)
    expect(responses.map(json)).toEqual([['a'], ['a']])
    expect(load).toHaveBeenCalledTimes(1)

    cache.clear()
    load.mockResolvedValue(page('b'))
    expect(json(await cache.page(call(), 'list', {}, load))).toEqual(['b'])
  })

  it('sets the next page of a cached list too', async () => {
    const cache = new ResponseCache({ db, replica })
    const first = call()
    const second = call()

    await cache.page(first, 'list', {}, async () => ({ items: [1], next: 'further' }))
    await cache.page(second, 'list', {}, async () => page())

    expect(first.nextPage).toHaveBeenCalledWith('further')
    expect(second.nextPage).toHaveBeenCalledWith('further')
  })

  it('does not store a response that was loaded before a clear', async () => {
    const cache = new ResponseCache({ db, replica })
    let finish = (_: ReturnType<typeof page>) => {}
    const reading = new Promise<ReturnType<typeof page>>((resolve) => {
      finish = resolve
    })
    const slow = cache.page(call(), 'list', {}, () => reading)
    cache.clear()
    finish(page('before'))
    await slow

    expect(json(await cache.page(call(), 'list', {}, async () => page('after')))).toEqual(['after'])
  })

  it('does not store a failed load', async () => {
    const cache = new ResponseCache({ db, replica })
    await expect(cache.page(call(), 'list', {}, () => Promise.reject(new Error('database gone')))).rejects.toThrow(
      'gone',
    )

    expect(json(await cache.page(call(), 'list', {}, async () => page('back')))).toEqual(['back'])
  })

  it('loads again after the time to live', async () => {
    const cache = new ResponseCache({ db, replica }, 1)
    await cache.page(call(), 'list', {}, async () => page('a'))
    await vi.waitFor(async () => {
      expect(json(await cache.page(call(), 'list', {}, async () => page('b')))).toEqual(['b'])
    })
  })

  it('removes the least recently used response when it is full', async () => {
    const cache = new ResponseCache({ db, replica })
    const large = 'x'.repeat(3 * 1024 * 1024)
    for (const key of ['a', 'b', 'c']) await cache.page(call(), key, {}, async () => page(large))
    const load = vi.fn(async () => page())

    await cache.page(call(), 'c', {}, load)
    expect(load).not.toHaveBeenCalled()
    await cache.page(call(), 'a', {}, load)
    expect(load).toHaveBeenCalled()
  })

  it('caches a single item', async () => {
    const cache = new ResponseCache({ db, replica })
    const load = vi.fn(async () => ({ id: 1 }))

    expect(json(await cache.item(call(), 'item', load))).toEqual({ id: 1 })
    expect(json(await cache.item(call(), 'item', load))).toEqual({ id: 1 })
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('loads a page for each filter', async () => {
    const cache = new ResponseCache({ db, replica })
    const load = async (_: Queryable, { search }: { search: string }) => page(search)

    expect(json(await cache.page(call(), 'list', { search: 'a' }, load))).toEqual(['a'])
    expect(json(await cache.page(call(), 'list', { search: 'b' }, load))).toEqual(['b'])
  })

  it('reads the primary database for a user who has just written', async () => {
    const cache = new ResponseCache({ db, replica })
    const load = vi.fn(async (from: Queryable) => page(from === db ? 'primary' : 'replica'))

    expect(json(await cache.page(call(), 'list', {}, load))).toEqual(['replica'])
    expect(json(await cache.page(call('0'), 'list', {}, load))).toEqual(['primary'])
    expect(json(await cache.item(call('0'), 'item', async (from) => from === db))).toBe(true)
    expect(json(await cache.page(call(), 'list', {}, load))).toEqual(['replica'])
  })

  it('serves a writer what was loaded since the write, and loads again what was not', async () => {
    const cache = new ResponseCache({ db })
    const load = vi.fn(async () => page('before'))
    await cache.page(call(), 'list', {}, load)
    load.mockResolvedValue(page('after'))

    expect(json(await cache.page(call('0'), 'list', {}, load))).toEqual(['after'])
    const longAgo = String(performance.now())
    expect(json(await cache.page(call(longAgo), 'list', {}, load))).toEqual(['after'])
    expect(json(await cache.page(call(), 'list', {}, load))).toEqual(['after'])
    expect(load).toHaveBeenCalledTimes(2)
  })

  it.each(['succeeds', 'fails'])('does not serve a writer a load that was running at the write and %s', async (end) => {
    const cache = new ResponseCache({ db })
    let finish = () => {}
    const reading = new Promise<ReturnType<typeof page>>((resolve, reject) => {
      finish = () => (end === 'succeeds' ? resolve(page('before')) : reject(new Error('not found')))
    })
    const slow = cache.page(call(), 'list', {}, () => reading).catch(() => {})
    const load = vi.fn(async () => page('after'))
    const writers = [call('0'), call('0')].map((writer) => cache.page(writer, 'list', {}, load))
    finish()
    await slow

    expect((await Promise.all(writers)).map(json)).toEqual([['after'], ['after']])
    expect(json(await cache.page(call(), 'list', {}, load))).toEqual(['after'])
    expect(load).toHaveBeenCalledTimes(1)
  })
})
