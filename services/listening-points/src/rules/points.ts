import type { EndReason } from '@griot/contracts/listening'
import type { Badge } from '@griot/contracts/points'
import { badgesBetween } from './badges.ts'
import { RULES } from './numbers.ts'
import { type HeardAs, mostPoints } from './own-shows.ts'
import { count } from './sentences.ts'

const { perMinute, perStart, completion, weekly, ownShows } = RULES

export interface Heard {
  heardAs: HeardAs
  startPoints: number
  /** 0 when nobody knows: then only the start pays. */
  lengthSeconds: number
  /** What of the length had not been credited to this person when the session began. */
  leftSeconds: number
  claimedSeconds: number
  /** What of the claim the clock bears out. */
  heardSeconds: number
  furthestSeconds: number
}

export interface Before {
  /** Seconds of this episode credited to this person in earlier sessions. */
  creditedSeconds: number
  /** The start of this episode has brought something, in this session or an earlier one. */
  isStartPaid: boolean
  isCompletionPaid: boolean
  /** Distinct episodes whose completion has been paid, ever and in this week. */
  completedEpisodes: number
  completedThisWeek: number
  /** What listening to own shows has brought today (UTC), the start of this session included. */
  ownPointsToday: number
}

interface Reason {
  reason: EndReason
  points: number
  sentence: string
}

export interface Judgement {
  creditedSeconds: number
  minutes: number
  /** By position alone. */
  completed: boolean
  minutePoints: number
  /** Points for minutes that the limit for own shows held back. */
  minutePointsHeld: number
  /** It counts as an episode completed, for the week and the badges, whatever the limit left of the bonus. */
  isCompletion: boolean
  completionBonus: number
  weeklyBonus: number
  badges: Badge[]
  /** Everything the session brought, its start included. */
  points: number
  reasons: Reason[]
}

/** Reaching this share of an episode is completing it. */
export const isCompletedAt = (positionSeconds: number, lengthSeconds: number) =>
  lengthSeconds > 0 && positionSeconds * 100 >= lengthSeconds * completion.positionPercent

const isHeardEnough = (creditedSeconds: number, lengthSeconds: number) =>
  creditedSeconds * 100 >= lengthSeconds * completion.creditedPercent

/** What a session is worth. Whole minutes of an episode pay; the remainder waits for the next session of it. */
export const judge = (heard: Heard, before: Before): Judgement => {
  const creditedSeconds = Math.min(heard.heardSeconds, heard.leftSeconds)
  const credited = before.creditedSeconds + creditedSeconds
  const minutes = Math.floor(credited / 60) - Math.floor(before.creditedSeconds / 60)
  const completed = isCompletedAt(heard.furthestSeconds, heard.lengthSeconds)
  const isCompletion =
    heard.heardAs !== 'preview' && completed && !before.isCompletionPaid && isHeardEnough(credited, heard.lengthSeconds)
  const isThisWeeksLast = isCompletion && before.completedThisWeek + 1 === weekly.episodes
  const badges = isCompletion ? badgesBetween(before.completedEpisodes, before.completedEpisodes + 1) : []
  const most = mostPoints(heard.heardAs, before.ownPointsToday)
  const minutePoints = Math.min(minutes * perMinute, most)

  const judgement = {
    creditedSeconds,
    minutes,
    completed,
    minutePoints,
    minutePointsHeld: minutes * perMinute - minutePoints,
    isCompletion,
    completionBonus: isCompletion ? Math.min(completion.points, most - minutePoints) : 0,
    weeklyBonus: isThisWeeksLast ? weekly.points : 0,
    badges,
  }
  const reasons = [...paidReasons(heard, judgement), ...unpaidReasons(heard, before, judgement)]
  const points = reasons.reduce((sum, reason) => sum + reason.points, 0)
  return { ...judgement, points, reasons: reasons.length > 0 ? reasons : [nothingNew(heard, credited)] }
}

type Unexplained = Omit<Judgement, 'points' | 'reasons'>

const paidReasons = (heard: Heard, { minutes, minutePoints, completionBonus, weeklyBonus, badges }: Unexplained) => {
  const reasons: Reason[] = []
  const add = (reason: EndReason, points: number, what: string) => {
    if (points > 0) reasons.push({ reason, points, sentence: `${count(points, 'point')} for ${what}.` })
  }
  add('started', heard.startPoints, 'starting this episode')
  add('minutes', minutePoints, `${count(minutes, 'minute')} of listening`)
  add('completed', completionBonus, 'completing the episode')
  add('weekly', weeklyBonus, `completing ${count(weekly.episodes, 'episode')} this week`)
  for (const badge of badges) add('badge', badge.points, `the badge ${badge.name}`)
  return reasons
}

const unpaidReasons = (heard: Heard, before: Before, judgement: Unexplained) => {
  const reasons: Reason[] = []
  const add = (reason: EndReason, sentence: string) => reasons.push({ reason, points: 0, sentence })
  const { creditedSeconds, completed, isCompletion } = judgement
  const { claimedSeconds, heardSeconds, lengthSeconds, leftSeconds } = heard
  if (claimedSeconds > heardSeconds) {
    add('capped_by_clock', `Of ${count(claimedSeconds, 'second')} only ${heardSeconds} can have passed.`)
  }
  if (heard.heardAs === 'preview') {
    add('not_published', 'Nobody else can hear this episode yet, so it brings no points. Your place in it is kept.')
    return reasons
  }
  if (lengthSeconds > 0 && leftSeconds === 0 && heardSeconds > 0) {
    add('already_credited', 'All of this episode has been credited before.')
  } else if (lengthSeconds > 0 && heardSeconds > creditedSeconds) {
    add('capped_by_length', 'Each second of an episode counts once.')
  }
  if (completed && !before.isCompletionPaid && !isCompletion) {
    add(
      'not_enough_heard',
      `The bonus for completing comes when ${completion.creditedPercent}% of the episode has really been heard.`,
    )
  }
  const held = heldBack(heard, before, judgement)
  if (held > 0) {
    add(
      'capped_for_own_shows',
      `Listening to your own shows brings at most ${count(ownShows.dailyPointsCap, 'point')} a day: ` +
        `${count(held, 'point')} of this session ${held === 1 ? 'was' : 'were'} held back.`,
    )
  }
  return reasons
}

/** Points that this session would have brought somebody else. */
const heldBack = (
  { heardAs, startPoints }: Heard,
  { isStartPaid }: Before,
  { minutePointsHeld, isCompletion, completionBonus }: Unexplained,
) => {
  if (heardAs !== 'host') return 0
  const isFirstStart = startPoints > 0 || !isStartPaid
  return (
    (isFirstStart ? perStart - startPoints : 0) +
    minutePointsHeld +
    (isCompletion ? completion.points - completionBonus : 0)
  )
}

const nothingNew = ({ lengthSeconds }: Heard, credited: number): Reason => ({
  reason: 'nothing_new',
  points: 0,
  sentence:
    lengthSeconds === 0
      ? 'The length of this episode is not known yet, so its minutes do not count.'
      : `Another ${count(60 - (credited % 60), 'second')} of this episode make the next point.`,
})
