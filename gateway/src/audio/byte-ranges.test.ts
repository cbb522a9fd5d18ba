import { describe, expect, it } from 'vitest'
import { addRange, type ByteRanges, countBytes } from './byte-ranges.ts'

const unionOf = (...ranges: ByteRanges) => ranges.reduce<ByteRanges>(addRange, [])

describe('the union of byte ranges', () => {
  it.each<[string, ByteRanges, ByteRanges]>([
    [
      'sorts separate ranges',
      [
        [8, 9],
        [1, 3],
      ],
      [
        [1, 3],
        [8, 9],
      ],
    ],
    [
      'joins ranges that touch or overlap',
      [
        [0, 5],
        [9, 12],
        [5, 7],
        [6, 10],
      ],
      [[0, 12]],
    ],
    [
      'counts a repeated range once',
      [
        [2, 4],
        [2, 4],
        [3, 4],
      ],
      [[2, 4]],
    ],
    [
      'ignores an empty range',
      [
        [3, 3],
        [5, 4],
      ],
      [],
    ],
  ])('%s', (_, ranges, union) => {
    expect(unionOf(...ranges)).toEqual(union)
  })

  it('keeps 200 ranges, which can still grow', () => {
    const many = unionOf(...Array.from({ length: 300 }, (_, index) => [index * 10, index * 10 + 1] as const))
    expect(many).toHaveLength(200)
    expect(countBytes(many)).toBe(200)
    expect(countBytes(addRange(many, [0, 10_000]))).toBe(10_000)
  })
})
