import { describe, expect, it } from 'vitest'
import { together } from './together.ts'

const asked = () => {
  const calls: string[] = []
  const one = together(
    async (ids) => {
      calls.push(ids)
      if (ids.includes('broken')) throw new Error('not now')
      return ids
        .split(',')
        .filter((id) => id !== 'gone')
        .map((id) => ({ id }))
    },
    ({ id }) => id,
  )
  return { calls, one }
}

describe('what is wanted in the same moment', () => {
  it('goes together, each once, and comes to whoever asked', async () => {
    const { calls, one } = asked()
    expect(await Promise.all(['a', 'b', 'gone', 'a'].map(one))).toEqual([{ id: 'a' }, { id: 'b' }, null, { id: 'a' }])
    expect(calls).toEqual(['a,b,gone'])

    await one('c')
    expect(calls).toEqual(['a,b,gone', 'c'])
  })

  it('is no more than one call takes', async () => {
    const { calls, one } = asked()
    await Promise.all(Array.from({ length: 101 }, (_, at) => one(`id${at}`)))
    expect(calls.map((ids) => ids.split(',').length)).toEqual([100, 1])
  })

  it('fails for everybody who asked, and is asked again later', async () => {
    const { one } = asked()
    const both = await Promise.allSettled([one('broken'), one('a')])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await one('a')).toEqual({ id: 'a' })
  })
})
