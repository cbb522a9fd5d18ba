import { describe, expect, it } from 'vitest'
import { badgeSlotsAt, perksAt } from './perks.ts'

describe('perks', () => {
  it.each([
    [0, []],
    [99, []],
    [100, ['badge_slot']],
    [200, ['badge_slot', 'leaderboard_boost']],
    [499, ['badge_slot', 'leaderboard_boost']],
    [500, ['badge_slot', 'leaderboard_boost', 'elite_status']],
    [12_000, ['badge_slot', 'leaderboard_boost', 'elite_status']],
  ])('at %i points are %j', (points, perks) => {
    expect(perksAt(points)).toEqual(perks)
  })

  it('are one more badge from 100 points', () => {
    expect([0, 99, 100, 5000].map(badgeSlotsAt)).toEqual([1, 1, 2, 2])
  })
})
