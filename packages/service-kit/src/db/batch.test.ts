import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { unavailable } from '../http/errors.ts'
import { batchCalls } from './batch.ts'

/** Work that finishes only when the test finishes it. */
const controlledWork = () => {
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
      if (batch === undefined) throw new Error('no batch')
      return batch
    },
  }
}

const first = (text: string) => text.charAt(0)

describe('batchCalls', () => {
  it('batches the calls of one turn, then the calls that arrived during the batch', async () => {
    const { work, next } = controlledWork()
    const ask = batchCalls({ work, keyOf: first })
    const results = [ask('a'), ask('b')]
    const one = await next()
    results.push(ask('c'), ask('a'))
    one.finish()
    const two = await next()
    two.finish()
    expect([one.inputs, two.inputs]).toEqual([
      ['a', 'b'],
      ['c', 'a'],
    ])
    expect(await Promise.all(results)).toEqual(['A', 'B', 'C', 'A'])
  })

  it('never returns the result of a batch that started before the call', async () => {
    const { work, next } = controlledWork()
    const ask = batchCalls({ work })
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

  it('handles inputs with the same key in different batches', async () => {
    const { work, next } = controlledWork()
    const ask = batchCalls({ work, keyOf: first })
    const results = Promise.all([ask('a1'), ask('a2'), ask('b')])
    for (const inputs of [['a1', 'b'], ['a2']]) {
      const batch = await next()
      expect(batch.inputs).toEqual(inputs)
      batch.finish()
    }
    expect(await results).toEqual(['A1', 'A2', 'B'])
  })

  it('limits the size of a batch', async () => {
    const { work, next } = controlledWork()
    const ask = batchCalls({ work, keyOf: first, most: 2 })
    const results = Promise.all(['a', 'b', 'c'].map(ask))
    for (const inputs of [['a', 'b'], ['c']]) {
      const batch = await next()
      expect(batch.inputs).toEqual(inputs)
      batch.finish()
    }
    await results
  })

  it('collects calls for a while after a batch of several calls', async () => {
    const { work, next } = controlledWork()
    const ask = batchCalls({ work, pauseMs: 100 })
    const results = [ask('a'), ask('b')]
    ;(await next()).finish()
    await results[0]
    results.push(ask('c'))
    await nextTurn()
    results.push(ask('d'))
    const two = await next()
    expect(two.inputs).toEqual(['c', 'd'])
    two.finish()
    expect(await Promise.all(results)).toEqual(['A', 'B', 'C', 'D'])
  })

  it('ends the pause when as many calls wait as the batch before had', async () => {
    const { work, next } = controlledWork()
    const ask = batchCalls({ work, pauseMs: 60_000 })
    const results = [ask('a'), ask('b')]
    ;(await next()).finish()
    await results[0]
    results.push(ask('c'))
    await nextTurn()
    results.push(ask('d'), ask('e'))
    const two = await next()
    expect(two.inputs).toEqual(['c', 'd', 'e'])
    two.finish()
    expect(await Promise.all(results)).toEqual(['A', 'B', 'C', 'D', 'E'])
  })

  it('does not pause after a batch of one call', async () => {
    const { work, next } = controlledWork()
    const ask = batchCalls({ work, pauseMs: 60_000 })
    for (const input of ['a', 'b']) {
      const result = ask(input)
      ;(await next()).finish()
      await result
    }
  })

  it('fails only the invalid input', async () => {
    const ask = batchCalls({
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

  it('fails all waiting calls when the database is unavailable, and tries again for the next call', async () => {
    const { work, next } = controlledWork()
    const ask = batchCalls({ work, keyOf: first })
    const results = Promise.allSettled([ask('a1'), ask('b'), ask('a2')])
    const batch = await next()
    const late = Promise.allSettled([ask('c')])
    batch.fail(unavailable('database'))
    for (const { status } of [...(await results), ...(await late)]) expect(status).toBe('rejected')
    const again = ask('a')
    ;(await next()).finish()
    expect(await again).toBe('A')
  })
})
