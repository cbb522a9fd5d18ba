import { describe, expect, it } from 'vitest'
import { episode, sampleId } from '../testing/samples.ts'
import { inOrder, neighboursOf, orderFrom } from './episode-order.ts'

const SHOW = [
  episode({ id: sampleId(3), episodeNumber: 3, duration: 100 }),
  episode({ id: sampleId(2), episodeNumber: 2, duration: 300 }),
  episode({ id: sampleId(1), episodeNumber: 1, duration: 200 }),
]
const numbers = (episodes: readonly { episodeNumber: number }[]) => episodes.map(({ episodeNumber }) => episodeNumber)

describe('the order of episodes', () => {
  it('goes by number or by length', () => {
    expect(numbers(inOrder(SHOW, 'oldest'))).toEqual([1, 2, 3])
    expect(numbers(inOrder(SHOW, 'newest'))).toEqual([3, 2, 1])
    expect(numbers(inOrder(SHOW, 'shortest'))).toEqual([3, 1, 2])
    expect(numbers(inOrder(SHOW, 'longest'))).toEqual([2, 1, 3])
  })

  it('is newest first when the address says nothing we know', () => {
    expect(orderFrom('oldest')).toBe('oldest')
    expect(orderFrom('loudest')).toBe('newest')
    expect(orderFrom(null)).toBe('newest')
  })

  it('knows what comes before and after', () => {
    expect(neighboursOf(SHOW, sampleId(2))).toMatchObject({
      previous: { episodeNumber: 1 },
      next: { episodeNumber: 3 },
    })
    expect(neighboursOf(SHOW, sampleId(1)).previous).toBeUndefined()
    expect(neighboursOf(SHOW, sampleId(9))).toEqual({})
  })
})
