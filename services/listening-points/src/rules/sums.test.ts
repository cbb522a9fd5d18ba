import { describe, expect, it } from 'vitest'
import { currentSums } from './sums.ts'

describe('weekly and daily sums', () => {
  const stored = {
    week: '2026-03-02',
    weeklyPoints: 40,
    completedThisWeek: 2,
    ownDay: '2026-03-04',
    ownPoints: 30,
    pledgeDay: '2026-03-03',
    pledgedPoints: 20,
  }

  it.each([
    ['restart with the day', '2026-03-05T00:00:00.000Z', { ownDay: '2026-03-05', ownPoints: 0 }],
    ['stay on the same day', '2026-03-04T23:59:59.999Z', {}],
    ['stay if the clock is set back', '2026-02-20T12:00:00.000Z', { pledgeDay: '2026-03-03', pledgedPoints: 20 }],
    [
      'restart on Monday',
      '2026-03-09T00:00:00.000Z',
      { week: '2026-03-09', weeklyPoints: 0, completedThisWeek: 0, ownDay: '2026-03-09', ownPoints: 0 },
    ],
    ['belong to the week until Sunday night', '2026-03-08T23:59:59.999Z', { ownDay: '2026-03-08', ownPoints: 0 }],
  ])('%s', (_, now, changed) => {
    const pledges = { pledgeDay: now.slice(0, 10), pledgedPoints: 0 }
    expect(currentSums(stored, now)).toEqual({ ...stored, ...pledges, ...changed })
  })

  it('start empty for a listener without stored sums', () => {
    const empty = { ...stored, week: '-infinity', ownDay: '-infinity', pledgeDay: '-infinity' }
    expect(currentSums(empty, '2026-03-04T09:00:00.000Z')).toMatchObject({ week: '2026-03-02', weeklyPoints: 0 })
  })
})
