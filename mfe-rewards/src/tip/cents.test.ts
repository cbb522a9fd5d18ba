import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatCents, parseCents, tipPoints } from './cents.ts'

describe('parseCents', () => {
  it.each([
    ['5', 500],
    ['12.5', 1250],
    ['12.50', 1250],
    ['0.999', 99],
    ['.5', 50],
    ['5.', 500],
    ['1.15', 115],
    ['4.35', 435],
    ['8.41', 841],
    ['007', 700],
    [' 3 ', 300],
    ['0', 0],
    ['999999999.99', 99_999_999_999],
  ])('"%s" is %i cents', (typed, cents) => {
    expect(parseCents(typed)).toBe(cents)
  })

  it.each(['', ' ', '.', '-5', '+5', '1e3', '5,50', '$5', 'ten', '1.2.3', '0x10', '1234567890', 'Infinity'])(
    '"%s" is not an amount',
    (typed) => {
      expect(parseCents(typed)).toBeNull()
    },
  )

  it('round-trips every amount exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (cents) => {
        const typed = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
        return parseCents(typed) === cents && parseCents(formatCents(cents).slice(1)) === cents
      }),
    )
  })
})

describe('tipPoints', () => {
  it.each([
    [500, 10],
    [1000, 20],
    [2500, 50],
    [149, 2],
    [150, 3],
    [199, 3],
  ])('of %i cents, at two a dollar, are %i', (cents, points) => {
    expect(tipPoints(cents, 2)).toBe(points)
  })
})
