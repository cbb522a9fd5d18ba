import { describe, expect, it } from 'vitest'
import { addBonuses, currentSums, isBonusLeft } from './limits.ts'

const NOON = Date.parse('2026-03-04T12:00:00Z')
const at = (seconds: number) => new Date(NOON + seconds * 1000).toISOString()
const times = (count: number, seconds: number) => Array.from({ length: count }, () => at(seconds))

describe('the limits of bonuses', () => {
  it.each([
    ['11 in the last hour', times(11, -3_599), 0, true],
    ['12 in the last hour', times(12, -3_599), 0, false],
    ['12 an hour ago', times(12, -3_600), 0, true],
    ['12 half an hour ahead: the clock was set back', times(12, 1_800), 0, false],
    ['12 two hours ahead', times(12, 7_200), 0, true],
    ['60 in the morning', times(60, -7_200), 0, false],
    ['59 in the morning', times(59, -7_200), 0, true],
    ['60 on the day before', times(60, -86_400), 0, true],
    ['12 before midnight', times(12, 43_100), 43_300, false],
  ])('%s', (_, earlier, seconds, isLeft) => {
    expect(isBonusLeft(earlier, at(seconds))).toBe(isLeft)
  })

  it('keep only the times that count', () => {
    const earlier = { started: [at(-86_400), at(-7_200), at(-60)], completed: [] }
    expect(addBonuses(earlier, ['completed'], at(0))).toEqual({ started: [at(-7_200), at(-60)], completed: [at(0)] })
    expect(addBonuses(earlier, ['started'], at(86_400 / 2 + 60))).toEqual({ started: [at(43_260)], completed: [] })
    expect(addBonuses({ started: [at(43_100)], completed: [] }, [], at(43_300)).started).toEqual([at(43_100)])
  })
})

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
