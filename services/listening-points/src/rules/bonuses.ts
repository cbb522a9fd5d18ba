import { count, RULES } from './numbers.ts'

const { startAfter, bonusLimits } = RULES
const HOUR_MS = 3_600_000

/** Times of the bonuses that count for the limits. */
export interface RecentBonuses {
  started: string[]
  completed: string[]
}
export type BonusKind = keyof RecentBonuses

/** The bonuses in what was earned. */
export const bonusesOf = (earned: { startPoints: number; isCountedCompletion?: boolean }): BonusKind[] => [
  ...(earned.startPoints > 0 ? ['started' as const] : []),
  ...(earned.isCountedCompletion ? ['completed' as const] : []),
]

// An hour in both directions: a clock that is set back does not raise the limit.
const isInHour = (time: string, now: string) => Math.abs(Date.parse(time) - Date.parse(now)) < HOUR_MS
const isOnDay = (time: string, now: string) => time.slice(0, 10) === now.slice(0, 10)

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

const { perHour, perDay } = bonusLimits

export const LIMIT_SENTENCES: Record<BonusKind, string> = {
  started:
    `At most ${count(perHour, 'start')} an hour and ${perDay} a day (UTC) earn points: ` +
    'play this episode again later to earn them.',
  completed:
    `At most ${count(perHour, 'completion')} an hour and ${perDay} a day (UTC) count: ` +
    'reach the end of this episode again later to get the bonus.',
}

/** Credited seconds of an episode after which its start earns points. */
export const secondsForStart = (lengthSeconds: number) =>
  Math.min(startAfter.seconds, Math.ceil((lengthSeconds * startAfter.percent) / 100))

interface Bonus {
  /** False for a preview, for example. */
  isOffered: boolean
  isPaid: boolean
  /** The same audio earned the bonus before, in another episode. */
  isAudioPaid: boolean
  isHeardEnough: boolean
  isLeft: boolean
}

export type BonusState = 'none' | 'paid' | 'same_audio' | 'not_enough_heard' | 'capped' | 'due'

export const stateOfBonus = ({ isOffered, isPaid, isAudioPaid, isHeardEnough, isLeft }: Bonus): BonusState => {
  if (!isOffered) return 'none'
  if (isPaid) return 'paid'
  if (isAudioPaid) return 'same_audio'
  if (!isHeardEnough) return 'not_enough_heard'
  return isLeft ? 'due' : 'capped'
}
