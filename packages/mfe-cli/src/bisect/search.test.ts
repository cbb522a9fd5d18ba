import { describe, expect, it } from 'vitest'
import { questionsFor, search, type Verdict } from './search.ts'

const rowOf = (length: number) => Array.from({ length }, (_, at) => at) as [number, ...number[], number]

describe('the search for what broke it', () => {
  it('finds the first bad one of any row, with no more questions than halving takes', async () => {
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

  it('goes around what cannot be judged, and names what may be it when only that is left', async () => {
    const judge =
      (unknown: readonly number[], broken: number) =>
      async (at: number): Promise<Verdict> =>
        unknown.includes(at) ? 'skip' : at < broken ? 'good' : 'bad'

    expect(await search(rowOf(12), judge([5, 6], 8))).toEqual({ good: 7, bad: 8, doubtful: [] })
    expect(await search(rowOf(12), judge([5, 6], 6))).toEqual({ good: 4, bad: 7, doubtful: [5, 6] })
    expect(await search(rowOf(4), judge([1, 2], 2))).toEqual({ good: 0, bad: 3, doubtful: [1, 2] })
  })

  it('asks nothing when the two are next to each other', async () => {
    expect(await search(rowOf(2), () => Promise.reject(new Error('asked')))).toMatchObject({ good: 0, bad: 1 })
  })
})
