import { RULES } from './numbers.ts'

const { bonusLimits } = RULES
const HOUR_MS = 3_600_000

const dayOf = (time: string) => time.slice(0, 10)

const mondayOf = (time: string) => {
  const date = new Date(dayOf(time))
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return dayOf(date.toISOString())
}

/** Sums with the week (its Monday) or the day that they belong to, as dates (UTC). */
export interface Sums {
  week: string
  weeklyPoints: number
  completedThisWeek: number
  ownDay: string
  ownPoints: number
  pledgeDay: string
  pledgedPoints: number
}

/** Weekly sums restart on Monday, daily sums at midnight (UTC). A clock that is set back does not reopen a week or a day. */
export const currentSums = <Stored extends Sums>(stored: Stored, now: string): Stored => {
  const [week, day] = [mondayOf(now), dayOf(now)]
  return {
    ...stored,
    ...(stored.week < week && { week, weeklyPoints: 0, completedThisWeek: 0 }),
    ...(stored.ownDay < day && { ownDay: day, ownPoints: 0 }),
    ...(stored.pledgeDay < day && { pledgeDay: day, pledgedPoints: 0 }),
  }
}

/** Times of the bonuses that count for the limits. */
export interface RecentBonuses {
  started: string[]
  completed: string[]
}
export type BonusKind = keyof RecentBonuses

/** The bonuses in the points of a session. */
export const bonusesOf = (earned: { startPoints: number; isCountedCompletion?: boolean }): BonusKind[] => [
  ...(earned.startPoints > 0 ? ['started' as const] : []),
  ...(earned.isCountedCompletion ? ['completed' as const] : []),
]

// An hour in both directions: a clock that is set back does not raise the limit.
const isInHour = (time: string, now: string) => Math.abs(Date.parse(time) - Date.parse(now)) < HOUR_MS
const isOnDay = (time: string, now: string) => dayOf(time) === dayOf(now)

/** Whether one more bonus may be credited now. */
export const isBonusLeft = (times: readonly string[], now: string) =>
  times.filter((time) => isInHour(time, now)).length < bonusLimits.perHour &&
  times.filter((time) => isOnDay(time, now)).length < bonusLimits.perDay

/** Adds bonuses that are credited now, and removes those that no longer count. */
export const addBonuses = (earlier: RecentBonuses, added: readonly BonusKind[], now: string): RecentBonuses => {
  const recent = (kind: BonusKind) => [
    ...earlier[kind].filter((time) => time > now || isInHour(time, now) || isOnDay(time, now)),
    ...added.filter((one) => one === kind).map(() => now),
  ]
  return { started: recent('started'), completed: recent('completed') }
}
