import { createHash } from 'node:crypto'

/** Visitors are divided into buckets of a hundredth of a percent. No two candidates have a common bucket. */
export const BUCKETS = 10_000

/** From the first to the one after the last, in the order in which they were added. */
export type BucketRanges = readonly (readonly [from: number, to: number])[]

export const bucketOf = (sid: string) =>
  createHash('sha256').update(`candidates\0${sid}`).digest().readUInt32BE(0) % BUCKETS

export const isInBuckets = (bucket: number, ranges: BucketRanges) =>
  ranges.some(([from, to]) => bucket >= from && bucket < to)

export const sizeOf = (ranges: BucketRanges) => ranges.reduce((sum, [from, to]) => sum + to - from, 0)

/**
 * The buckets of a candidate for a share. A larger share keeps all that it has; a smaller one keeps the first. A new
 * candidate starts at `start`, so that not always the same users are the first. Null if the others leave too few.
 */
export const allocateBuckets = (own: BucketRanges, others: BucketRanges, percent: number, start: number) => {
  const size = Math.round((percent / 100) * BUCKETS)
  const kept = own.flatMap(([from, to]) => Array.from({ length: to - from }, (_, at) => from + at))
  const first = own.at(-1)?.[1] ?? start
  const free = Array.from({ length: BUCKETS }, (_, at) => (first + at) % BUCKETS).filter(
    (bucket) => !isInBuckets(bucket, own) && !isInBuckets(bucket, others),
  )
  if (kept.length + free.length < size) return null
  return toRanges([...kept, ...free].slice(0, size))
}

const toRanges = (buckets: readonly number[]) => {
  const ranges: [number, number][] = []
  for (const bucket of buckets) {
    const last = ranges.at(-1)
    if (last?.[1] === bucket) last[1] = bucket + 1
    else ranges.push([bucket, bucket + 1])
  }
  return ranges
}
