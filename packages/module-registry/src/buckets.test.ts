import { describe, expect, it } from 'vitest'
import { allocateBuckets, BUCKETS, bucketOf, isInBuckets, sizeOf } from './buckets.ts'

describe('allocateBuckets', () => {
  it('grows around the buckets of the others and keeps its own', () => {
    const own = allocateBuckets([], [], 5, 9800) ?? []
    expect(own).toEqual([
      [9800, BUCKETS],
      [0, 300],
    ])
    const other = allocateBuckets([], own, 20, 250) ?? []
    expect(other).toEqual([[300, 2300]])
    const grown = allocateBuckets(own, other, 10, 0) ?? []
    expect(grown).toEqual([...own, [2300, 2800]])
    expect(allocateBuckets(grown, other, 5, 0)).toEqual(own)
    expect([sizeOf(grown), sizeOf(other)]).toEqual([1000, 2000])
  })

  it('is null if the others leave too few', () => {
    expect(allocateBuckets([], [[0, 8000]], 20.01, 0)).toBeNull()
    expect(sizeOf(allocateBuckets([], [[0, 8000]], 20, 0) ?? [])).toBe(2000)
  })

  it('gives each share about its part of the visitors', () => {
    const visitors = Array.from({ length: 10_000 }, (_, at) => bucketOf(`visitor ${at}`))
    const quarter = allocateBuckets([], [], 25, 7000) ?? []
    const share = visitors.filter((bucket) => isInBuckets(bucket, quarter)).length
    expect(share / visitors.length).toBeCloseTo(0.25, 1)
  })
})
