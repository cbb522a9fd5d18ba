import { describe, expect, it } from 'vitest'
import { pointsForTip } from './tips.ts'

describe('points for a tip', () => {
  it.each([
    [100, 'pledged', 0, 2],
    [149, 'pledged', 0, 2],
    [150, 'pledged', 0, 3],
    [1999, 'pledged', 0, 39],
    [5000, 'pledged', 0, 100],
    [5001, 'pledged', 0, 100],
    [50_000, 'pledged', 0, 100],
    [1000, 'pledged', 90, 10],
    [1000, 'pledged', 100, 0],
    [1000, 'pledged', 120, 0],
    [50_000, 'settled', 100, 1000],
  ] as const)('%i cents, %s, with %i pledged today, are %i', (amountCents, status, pledgedToday, points) => {
    expect(pointsForTip({ amountCents, status, pledgedToday })).toBe(points)
  })
})
