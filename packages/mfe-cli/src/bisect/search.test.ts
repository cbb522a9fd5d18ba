import { describe, expect, it } from 'vitest'
import { questionsFor, search, type Verdict } from './search.ts'

const rowOf = (length: number) => Array.from({ length }, (_, at) => at) as [number, ...number[], number]

describe('search', () => {
  it('finds the first bad step with at most log2 questions', async () => {
    for (let length = 2; length <= 40; length += 1) {
      for (let broken = 1; broken < length; broken += 1) {
        let asked = 0
        const { good, bad, doubtful } = await search(rowOf(length), async (at) => {
          asked += 1
          return at < broken ? 'good' : 'bad'
        })
        expect({ good, bad, doubtful }).toEqual({ good: broken - 1, bad: broken, doubtful: [] })
        expect(asked).toBeLessThanOrEqual(questionsFor(length - 2))
      }
    }
  })

  it('tries other steps instead of skipped ones and returns the doubtful ones', async () => {
    const verdictOf =
      (unknown: readonly number[], broken: number) =>
      async (at: number): Promise<Verdict> =>
        unknown.includes(at) ? 'skip' : at < broken ? 'good' : 'bad'

    expect(await search(rowOf(12), verdictOf([5, 6], 8))).toEqual({ good: 7, bad: 8, doubtful: [] })
    expect(await search(rowOf(12), verdictOf([5, 6], 6))).toEqual({ good: 4, bad: 7, doubtful: [5, 6] })
    expect(await search(rowOf(4), verdictOf([1, 2], 2))).toEqual({ good: 0, bad: 3, doubtful: [1, 2] })
  })

  it('asks nothing if the two ends are adjacent', async () => {
    expect(await search(rowOf(2), () => Promise.reject(new Error('asked')))).toMatchObject({ good: 0, bad: 1 })
  })
})
