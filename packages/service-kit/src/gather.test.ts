import { describe, expect, it } from 'vitest'
import { unavailable } from './errors.ts'
import { gather } from './gather.ts'

/** Work that goes on only when it is told to. */
const slowly = () => {
  const batches: { inputs: string[]; finish(): void; fail(error: Error): void }[] = []
  const waiters: (() => void)[] = []
  return {
    work: (inputs: string[]) =>
      new Promise<string[]>((resolve, reject) => {
        batches.push({ inputs, finish: () => resolve(inputs.map((input) => input.toUpperCase())), fail: reject })
        waiters.shift()?.()
      }),
    next: async () => {
      if (batches.length === 0) await new Promise<void>((resolve) => waiters.push(resolve))
      const batch = batches.shift()
      if (batch === undefined) throw new Error('nobody works')
      return batch
    },
  }
}

const first = (text: string) => text.charAt(0)

describe('gathering', () => {
  it('does together what came in one turn, and then what came meanwhile', async () => {
    const { work, next } = slowly()
    const ask = gather({ work, keyOf: first })
    const answers = [ask('a'), ask('b')]
    const one = await next()
    answers.push(ask('c'), ask('a'))
    one.finish()
    const two = await next()
    two.finish()
    expect([one.inputs, two.inputs]).toEqual([
      ['a', 'b'],
      ['c', 'a'],
    ])
    expect(await Promise.all(answers)).toEqual(['A', 'B', 'C', 'A'])
  })

  it('answers nobody out of work that began before they asked', async () => {
    const { work, next } = slowly()
    const ask = gather({ work, keyOf: first, merge: (earlier) => earlier })
    const early = ask('a')
    const one = await next()
    const late = ask('a')
    one.finish()
    await early
    const two = await next()
    expect(two.inputs).toEqual(['a'])
    two.finish()
    expect(await late).toBe('A')
  })

  it('keeps apart what has one key, or merges it', async () => {
    const apart = slowly()
    const ask = gather({ work: apart.work, keyOf: first })
    const answers = Promise.all([ask('a1'), ask('a2'), ask('b')])
    for (const inputs of [['a1', 'b'], ['a2']]) {
      const batch = await apart.next()
      expect(batch.inputs).toEqual(inputs)
      batch.finish()
    }
    expect(await answers).toEqual(['A1', 'A2', 'B'])

    const merged = slowly()
    const tell = gather({ work: merged.work, keyOf: first, merge: (earlier, later) => `${earlier}+${later}` })
    const told = Promise.all([tell('a1'), tell('a2')])
    const batch = await merged.next()
    expect(batch.inputs).toEqual(['a1+a2'])
    batch.finish()
    expect(await told).toEqual(['A1+A2', 'A1+A2'])
  })

  it('takes no more at once than it may', async () => {
    const { work, next } = slowly()
    const ask = gather({ work, keyOf: first, most: 2 })
    const answers = Promise.all(['a', 'b', 'c'].map(ask))
    for (const inputs of [['a', 'b'], ['c']]) {
      const batch = await next()
      expect(batch.inputs).toEqual(inputs)
      batch.finish()
    }
    await answers
  })

  it('fails only the one that cannot be done', async () => {
    const ask = gather({
      work: async (inputs: string[]) => {
        if (inputs.includes('b')) throw new Error('not b')
        return inputs
      },
      keyOf: first,
    })
    expect(await Promise.allSettled(['a', 'b', 'c'].map(ask))).toMatchObject([
      { value: 'a' },
      { reason: { message: 'not b' } },
      { value: 'c' },
    ])
  })

  it('when the database is away, fails whoever waits as soon as that is known, and tries again for the next', async () => {
    const { work, next } = slowly()
    const ask = gather({ work, keyOf: first })
    const answers = Promise.allSettled([ask('a1'), ask('b'), ask('a2')])
    const batch = await next()
    const late = Promise.allSettled([ask('c')])
    batch.fail(unavailable('database'))
    for (const { status } of [...(await answers), ...(await late)]) expect(status).toBe('rejected')
    const again = ask('a')
    ;(await next()).finish()
    expect(await again).toBe('A')
  })
})
