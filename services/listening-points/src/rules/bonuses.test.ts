import { describe, expect, it } from 'vitest'
import { addBonuses, isBonusLeft } from './bonuses.ts'

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
