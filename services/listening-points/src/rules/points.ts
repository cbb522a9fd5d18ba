import type { ResponseOf } from '@griot/contracts/endpoint'
import type { EndListening, EndReason } from '@griot/contracts/listening'
import { isCompletedAt } from '@griot/contracts/listening-rules'
import type { Badge } from '@griot/contracts/points'
import type { Proof } from './claims.ts'
import { BADGES, count, RULES } from './numbers.ts'

const { perMinute, perStart, completion, weekly, ownShows } = RULES

/** `preview`: the episode is not published, so only its host and admins can play it. */
export const HEARD_AS = ['listener', 'host', 'preview'] as const
export type HeardAs = (typeof HEARD_AS)[number]

/** Decided at the start of a session. It does not change if the episode is published or moved later. */
export const heardAs = (userId: string, episode: { hostId: string; isPublished: boolean }): HeardAs => {
  if (!episode.isPublished) return 'preview'
  return episode.hostId === userId ? 'host' : 'listener'
}

/**
 * The most points that a start, minutes and a completion can earn now. A host decides the length and the number of
 * episodes, so their own shows earn a limited number of points a day.
 */
export const pointsLimit = (as: HeardAs, ownPointsToday: number) => {
  if (as === 'listener') return Number.POSITIVE_INFINITY
  return as === 'host' ? Math.max(0, ownShows.dailyPointsCap - ownPointsToday) : 0
}

/** A start earns points once per episode. */
export const pointsForStart = (as: HeardAs, isStartPaid: boolean, ownPointsToday: number) =>
  isStartPaid ? 0 : Math.min(perStart, pointsLimit(as, ownPointsToday))

export interface Heard extends Omit<Proof, 'positionSeconds'> {
  heardAs: HeardAs
  startPoints: number
  /** 0 if unknown: then only the start earns points. */
  lengthSeconds: number
  /** The part of the length that earlier sessions were not credited for. */
  leftSeconds: number
}

export interface Before {
  /** Seconds of this episode that earlier sessions were credited for. */
  creditedSeconds: number
  /** The start of this episode has earned points, in this session or an earlier one. */
  isStartPaid: boolean
  isCompletionPaid: boolean
  /** Distinct episodes whose completion counted, ever and this week. */
  completedEpisodes: number
  completedThisWeek: number
  /** Points from the host's own shows today (UTC), including those of this session. */
  ownPointsToday: number
  /** What this session was credited for its minutes while it was open. */
  early: Omit<MinuteCredit, 'minutes'>
}

/** A credit for minutes. `pointsHeld` are the points that the limit for own shows held back. */
export interface MinuteCredit {
  seconds: number
  minutes: number
  points: number
  pointsHeld: number
}

type Reason = ResponseOf<typeof EndListening>['reasons'][number]

/** Numbers of the whole session, except `rest` and `pendingPoints`. */
export interface Assessment {
  creditedSeconds: number
  minutes: number
  /** By position alone, as the history shows it. */
  completed: boolean
  minutePoints: number
  /** Points for minutes that the limit for own shows held back. */
  minutePointsHeld: number
  /**
   * The first completion of the episode of which enough was heard. It counts for the week and for badges, even if the
   * limit for own shows reduced the bonus.
   */
  isCountedCompletion: boolean
  completionBonus: number
  weeklyBonus: number
  badges: Badge[]
  /** Its minutes that are not credited yet. */
  rest: MinuteCredit
  /** Everything that the session earned, its start included. */
  points: number
  /** The part of `points` that is not credited yet. */
  pendingPoints: number
  reasons: Reason[]
}

/** Seconds that a session is credited for: each second of an episode counts once. */
export const creditableSeconds = ({ heardSeconds, leftSeconds }: Pick<Heard, 'heardSeconds' | 'leftSeconds'>) =>
  Math.min(heardSeconds, leftSeconds)

const isHeardEnough = (creditedSeconds: number, lengthSeconds: number) =>
  creditedSeconds * 100 >= lengthSeconds * completion.creditedPercent

/** What a session earns. Whole minutes of an episode earn points; the remainder carries over to its next session. */
export const assessSession = (heard: Heard, before: Before): Assessment => {
  const creditedSeconds = creditableSeconds(heard)
  const credited = before.creditedSeconds + creditedSeconds
  const minutes = wholeMinutes(before.creditedSeconds, credited)
  const completed = isCompletedAt(heard.furthestSeconds, heard.lengthSeconds)
  const isCountedCompletion =
    heard.heardAs !== 'preview' && completed && !before.isCompletionPaid && isHeardEnough(credited, heard.lengthSeconds)
  const limit = pointsLimit(heard.heardAs, before.ownPointsToday)
  const rest = creditRest(before, creditedSeconds, limit)

  const earned = {
    creditedSeconds,
    minutes,
    completed,
    minutePoints: before.early.points + rest.points,
    minutePointsHeld: before.early.pointsHeld + rest.pointsHeld,
    isCountedCompletion,
    completionBonus: isCountedCompletion ? Math.min(completion.points, limit - rest.points) : 0,
    weeklyBonus: isCountedCompletion && before.completedThisWeek + 1 === weekly.episodes ? weekly.points : 0,
    badges: isCountedCompletion ? BADGES.filter(({ episodes }) => episodes === before.completedEpisodes + 1) : [],
    rest,
  }
  const reasons = [...earnedReasons(heard, earned), ...limitReasons(heard, before, earned)]
  const points = reasons.reduce((sum, reason) => sum + reason.points, 0)
  const pendingPoints = points - heard.startPoints - before.early.points
  return { ...earned, points, pendingPoints, reasons: reasons.length > 0 ? reasons : [nothingNew(heard, credited)] }
}

const wholeMinutes = (from: number, to: number) => Math.floor(to / 60) - Math.floor(from / 60)

const creditRest = ({ creditedSeconds, early }: Before, seconds: number, limit: number): MinuteCredit => {
  const minutes = wholeMinutes(creditedSeconds + early.seconds, creditedSeconds + seconds)
  const points = Math.min(minutes * perMinute, limit)
  return { seconds: seconds - early.seconds, minutes, points, pointsHeld: minutes * perMinute - points }
}

type Earned = Omit<Assessment, 'points' | 'pendingPoints' | 'reasons'>

const earnedReasons = (heard: Heard, { minutes, minutePoints, completionBonus, weeklyBonus, badges }: Earned) => {
  const reasons: Reason[] = []
  const add = (reason: EndReason, points: number, why: string) => {
    if (points > 0) reasons.push({ reason, points, sentence: `${count(points, 'point')} for ${why}.` })
  }
  add('started', heard.startPoints, 'starting this episode')
  add('minutes', minutePoints, `${count(minutes, 'minute')} of listening`)
  add('completed', completionBonus, 'completing the episode')
  add('weekly', weeklyBonus, `completing ${count(weekly.episodes, 'episode')} this week`)
  for (const badge of badges) add('badge', badge.points, `the badge ${badge.name}`)
  return reasons
}

/** Why a session earned less than the listener may expect. */
const limitReasons = (heard: Heard, before: Before, earned: Earned) => {
  const reasons: Reason[] = []
  const add = (reason: EndReason, sentence: string) => reasons.push({ reason, points: 0, sentence })
  const { claimedSeconds, heardSeconds, lengthSeconds, leftSeconds } = heard
  if (claimedSeconds > heardSeconds) {
    add(
      'capped_by_clock',
      `Only ${heardSeconds} of ${count(claimedSeconds, 'second')} count: the session was no longer than that.`,
    )
  }
  if (heard.heardAs === 'preview') {
    add('not_published', 'This episode is not published yet, so it earns no points. Your position is saved.')
    return reasons
  }
  if (lengthSeconds > 0 && leftSeconds === 0 && heardSeconds > 0) {
    add('already_credited', 'You have already earned the points for all minutes of this episode.')
  } else if (lengthSeconds > 0 && heardSeconds > earned.creditedSeconds) {
    add('capped_by_length', 'Each second of an episode counts once.')
  }
  if (earned.completed && !before.isCompletionPaid && !earned.isCountedCompletion) {
    add(
      'not_enough_heard',
      `You get the completion bonus when you have listened to ${completion.creditedPercent}% of the episode.`,
    )
  }
  const held = pointsHeldBack(heard, before, earned)
  if (held > 0) {
    add(
      'capped_for_own_shows',
      `Your own shows earn at most ${count(ownShows.dailyPointsCap, 'point')} a day: ` +
        `${count(held, 'point')} of this session ${held === 1 ? 'was' : 'were'} not counted.`,
    )
  }
  return reasons
}

/** Points that the session would have earned for a listener who is not the host. */
const pointsHeldBack = (
  { heardAs, startPoints }: Heard,
  { isStartPaid }: Before,
  { minutePointsHeld, isCountedCompletion, completionBonus }: Earned,
) => {
  if (heardAs !== 'host') return 0
  const isFirstStart = startPoints > 0 || !isStartPaid
  const ofStart = isFirstStart ? perStart - startPoints : 0
  return ofStart + minutePointsHeld + (isCountedCompletion ? completion.points - completionBonus : 0)
}

const nothingNew = ({ lengthSeconds }: Heard, credited: number): Reason => ({
  reason: 'nothing_new',
  points: 0,
  sentence:
    lengthSeconds === 0
      ? 'The length of this episode is not known yet, so its minutes do not count.'
      : `Listen for another ${count(60 - (credited % 60), 'second')} to earn the next point.`,
})
