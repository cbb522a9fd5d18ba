/** Disjoint ranges in ascending order. The end is not included. */
export type ByteRanges = readonly (readonly [start: number, end: number])[]

// Limits the memory that requests for single bytes use. A listener who seeks this often loses nothing of the ranges that grow.
const MOST_RANGES = 200

/** The union. With 200 ranges, one that touches none of them is left out. */
export const addRange = (ranges: ByteRanges, [start, end]: ByteRanges[number]): ByteRanges => {
  if (end <= start || ranges.some(([from, to]) => from <= start && end <= to)) return ranges
  const isApart = ([from, to]: ByteRanges[number]) => to < start || from > end
  const apart = ranges.filter(isApart)
  if (apart.length === ranges.length && ranges.length >= MOST_RANGES) return ranges
  const touching = ranges.filter((range) => !isApart(range))
  const union = [
    Math.min(start, ...touching.map(([from]) => from)),
    Math.max(end, ...touching.map(([, to]) => to)),
  ] as const
  return [...apart, union].sort(([one], [other]) => one - other)
}

export const countBytes = (ranges: ByteRanges) => ranges.reduce((sum, [start, end]) => sum + end - start, 0)
