import type { ResponseOf } from '@griot/contracts/endpoint'
import type { EndListening, EndReason, StartBonus } from '@griot/contracts/listening'
import { isCompletedAt } from '@griot/contracts/listening-rules'
import type { Badge } from '@griot/contracts/points'
import { BADGES, type BonusKind, count, type HeardAs, type Proof, pointsLimit, RULES } from './rules.ts'

const { perMinute, perStart, startAfter, completion, weekly, ownShows, bonusLimits } = RULES

export interface Heard extends Omit<Proof, 'positionSeconds'> {
  heardAs: HeardAs
  /** Credited for the start while the session was open. */
  startPoints: number
  /** 0 if unknown: then the episode earns no points. */
  lengthSeconds: number
  /** The part of the length that earlier sessions were not credited for. */
  leftSeconds: number
  /** The same audio was credited before, in another episode. */
  isAudioStartPaid: boolean
  isAudioCompletionPaid: boolean
}

export interface Before {
  /** Seconds of this episode that earlier sessions were credited for. */
  creditedSeconds: number
  /** Credited seconds of this episode for which the gateway had sent the audio, in this and earlier sessions. */
  audioCreditedSeconds: number
  /** The start of this episode has earned points, in this session or an earlier one. */
  isStartPaid: boolean
  isCompletionPaid: boolean
  /** An admin holds the points: nothing more is credited. */
  isHeld: boolean
  /** The limits allow one more start, or completion, to count. */
  isStartLeft: boolean
  isCompletionLeft: boolean
  /** Distinct episodes whose completion counted, ever and this week. */
  completedEpisodes: number
  completedThisWeek: number
  /** Points from the host's own shows today (UTC), including those of this session. */
  ownPointsToday: number
  /** Credits for minutes of this session while it was open. */
  early: Omit<MinuteCredit, 'minutes'>
}

/** A credit for minutes. `pointsHeld` are the points that the limit for own shows held back. */
export interface MinuteCredit {
  seconds: number
  minutes: number
  points: number
  pointsHeld: number
}

type BonusState = 'none' | 'paid' | 'same_audio' | 'not_enough_heard' | 'capped' | 'due'

/** Numbers of the whole session, except `rest` and `pendingPoints`. */
export interface Assessment {
  creditedSeconds: number
  minutes: number
  /** By position alone, as the history shows it. */
  completed: boolean
  minutePoints: number
  startState: BonusState
  /** Points for the start that are not credited yet. */
  startPoints: number
  /** Null unless further listening earns points for the start. */
  comingStart: StartBonus | null
  /** Points for minutes that the limit for own shows held back. */
  minutePointsHeld: number
  completionState: BonusState
  /**
   * The first completion of the audio of which enough was heard, within the limits. It counts for the week and for
   * badges, even if the limit for own shows reduced the bonus.
   */
  isCountedCompletion: boolean
  completionBonus: number
  weeklyBonus: number
  badges: Badge[]
  /** Its minutes that are not credited yet. */
  rest: MinuteCredit
  /** All points of the session, its start included. */
  points: number
  /** The part of `points` that is not credited yet. */
  pendingPoints: number
  reasons: Reason[]
}

/** Decides the points of a session. Whole minutes of an episode earn points; the remainder carries over to its next session. */
export const assessSession = (heard: Heard, before: Before): Assessment => {
  const creditedSeconds = before.isHeld ? before.early.seconds : supportedSeconds(heard, before)
  const credited = before.creditedSeconds + creditedSeconds
  const limit = pointsLimit(heard.heardAs, before.ownPointsToday)
  const startState = stateOfStart(heard, before, credited)
  const startPoints = startState === 'due' ? Math.min(perStart, limit) : 0
  const rest = creditRest(before, creditedSeconds, limit - startPoints)
  const completionState = stateOfCompletion(heard, before, credited)
  const isCounted = completionState === 'due'

  const earned = {
    creditedSeconds,
    minutes: wholeMinutes(before.creditedSeconds, credited),
    completed: isCompletedAt(heard.furthestSeconds, heard.lengthSeconds),
    startState,
    startPoints,
    comingStart: comingStart(heard, before, startState, credited),
    minutePoints: before.early.points + rest.points,
    minutePointsHeld: before.early.pointsHeld + rest.pointsHeld,
    completionState,
    isCountedCompletion: isCounted,
    completionBonus: isCounted ? Math.min(completion.points, limit - startPoints - rest.points) : 0,
    weeklyBonus: isCounted && before.completedThisWeek + 1 === weekly.episodes ? weekly.points : 0,
    badges: isCounted ? BADGES.filter(({ episodes }) => episodes === before.completedEpisodes + 1) : [],
    rest,
  }
  const reasons = reasonsFor(heard, before, earned)
  const points = reasons.reduce((sum, reason) => sum + reason.points, 0)
  return { ...earned, points, pendingPoints: points - heard.startPoints - before.early.points, reasons }
}

/** The clock, the length and the audio that was sent limit the credit. Seeking back and new sessions add no audio. */
const supportedSeconds = ({ heardSeconds, leftSeconds, audioSeconds }: Heard, before: Before) => {
  const seconds = Math.min(heardSeconds, leftSeconds)
  if (audioSeconds === null) return seconds
  return Math.min(seconds, before.early.seconds + Math.max(0, audioSeconds - before.audioCreditedSeconds))
}

/** Credited seconds of an episode after which its start earns points. */
const secondsForStart = (lengthSeconds: number) =>
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

const stateOfBonus = ({ isOffered, isPaid, isAudioPaid, isHeardEnough, isLeft }: Bonus): BonusState => {
  if (!isOffered) return 'none'
  if (isPaid) return 'paid'
  if (isAudioPaid) return 'same_audio'
  if (!isHeardEnough) return 'not_enough_heard'
  return isLeft ? 'due' : 'capped'
}

const stateOfStart = ({ heardAs, lengthSeconds, isAudioStartPaid }: Heard, before: Before, credited: number) =>
  stateOfBonus({
    isOffered: heardAs !== 'preview' && !before.isHeld && lengthSeconds > 0,
    isPaid: before.isStartPaid,
    isAudioPaid: isAudioStartPaid,
    isHeardEnough: credited >= secondsForStart(lengthSeconds),
    isLeft: before.isStartLeft,
  })

const stateOfCompletion = (heard: Heard, before: Before, credited: number) =>
  stateOfBonus({
    isOffered:
      heard.heardAs !== 'preview' && !before.isHeld && isCompletedAt(heard.furthestSeconds, heard.lengthSeconds),
    isPaid: before.isCompletionPaid,
    isAudioPaid: heard.isAudioCompletionPaid,
    isHeardEnough: credited * 100 >= heard.lengthSeconds * completion.creditedPercent,
    isLeft: before.isCompletionLeft,
  })

const comingStart = (heard: Heard, before: Before, state: BonusState, credited: number): StartBonus | null => {
  if (state !== 'not_enough_heard' || !before.isStartLeft) return null
  const points = Math.min(perStart, pointsLimit(heard.heardAs, before.ownPointsToday))
  return points > 0 ? { points, inSeconds: secondsForStart(heard.lengthSeconds) - credited } : null
}

const wholeMinutes = (from: number, to: number) => Math.floor(to / 60) - Math.floor(from / 60)

const creditRest = ({ creditedSeconds, early }: Before, seconds: number, limit: number): MinuteCredit => {
  const minutes = wholeMinutes(creditedSeconds + early.seconds, creditedSeconds + seconds)
  const points = Math.min(minutes * perMinute, limit)
  return { seconds: seconds - early.seconds, minutes, points, pointsHeld: minutes * perMinute - points }
}

const LIMIT_SENTENCES: Record<BonusKind, string> = {
  started:
    `At most ${count(bonusLimits.perHour, 'start')} an hour and ${bonusLimits.perDay} a day (UTC) earn points: ` +
    'play this episode again later to earn them.',
  completed:
    `At most ${count(bonusLimits.perHour, 'completion')} an hour and ${bonusLimits.perDay} a day (UTC) count: ` +
    'reach the end of this episode again later to get the bonus.',
}

type Reason = ResponseOf<typeof EndListening>['reasons'][number]

type Earned = Omit<Assessment, 'points' | 'pendingPoints' | 'reasons'>

/** The reasons for the points of a session, and for missing points. Never empty. */
const reasonsFor = (heard: Heard, before: Before, earned: Earned): Reason[] => {
  const reasons = [...earnedReasons(heard, earned), ...limitReasons(heard, before, earned)]
  return reasons.length > 0 ? reasons : [nothingNew(heard, before, earned)]
}

const earnedReasons = (heard: Heard, earned: Earned) => {
  const { minutes, minutePoints, completionBonus, weeklyBonus, badges } = earned
  const reasons: Reason[] = []
  const add = (reason: EndReason, points: number, why: string) => {
    if (points > 0) reasons.push({ reason, points, sentence: `${count(points, 'point')} for ${why}.` })
  }
  add('started', heard.startPoints + earned.startPoints, 'starting this episode')
  add('minutes', minutePoints, `${count(minutes, 'minute')} of listening`)
  add('completed', completionBonus, 'completing the episode')
  add('weekly', weeklyBonus, `completing ${count(weekly.episodes, 'episode')} this week`)
  for (const badge of badges) add('badge', badge.points, `the badge ${badge.name}`)
  return reasons
}

/** The reasons for fewer points than the listener may expect. */
const limitReasons = (heard: Heard, before: Before, earned: Earned) => {
  const reasons: Reason[] = []
  const add = (reason: EndReason, sentence: string) => reasons.push({ reason, points: 0, sentence })
  const { claimedSeconds, heardSeconds, lengthSeconds, leftSeconds } = heard
  const { startState, completionState } = earned
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
  if (before.isHeld) {
    add('held_for_review', 'Your points are held for review, so nothing more is credited. Your position is saved.')
    return reasons
  }
  if (lengthSeconds > 0 && leftSeconds === 0 && heardSeconds > 0) {
    add('already_credited', 'You have already earned the points for all minutes of this episode.')
  } else if (lengthSeconds > 0 && heardSeconds > leftSeconds) {
    add('capped_by_length', 'Each second of an episode counts once.')
  }
  const supported = Math.min(heardSeconds, leftSeconds)
  if (supported > earned.creditedSeconds) {
    add(
      'capped_by_audio',
      `Only ${earned.creditedSeconds} of ${count(supported, 'second')} count: no more of the audio was loaded.`,
    )
  }
  if (completionState === 'not_enough_heard') {
    add(
      'not_enough_heard',
      `You get the completion bonus when you have listened to ${completion.creditedPercent}% of the episode.`,
    )
  }
  if (startState === 'capped') add('capped_bonuses', LIMIT_SENTENCES.started)
  if (completionState === 'capped') add('capped_bonuses', LIMIT_SENTENCES.completed)
  if (startState === 'same_audio' || completionState === 'same_audio') {
    add('same_audio', 'You have already earned the bonus for this audio in another episode.')
  }
  const held = pointsHeldBack(heard, earned)
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
const pointsHeldBack = ({ heardAs, startPoints }: Heard, earned: Earned) => {
  if (heardAs !== 'host') return 0
  const isStarted = startPoints > 0 || earned.startState === 'due'
  const ofStart = isStarted ? perStart - startPoints - earned.startPoints : 0
  const ofCompletion = earned.isCountedCompletion ? completion.points - earned.completionBonus : 0
  return ofStart + earned.minutePointsHeld + ofCompletion
}

const nothingNew = ({ lengthSeconds }: Heard, before: Before, { comingStart, creditedSeconds }: Earned): Reason => {
  const toNextMinute = 60 - ((before.creditedSeconds + creditedSeconds) % 60)
  const sentence =
    lengthSeconds === 0
      ? 'The length of this episode is not known yet, so it earns no points.'
      : comingStart !== null
        ? `Listen for another ${count(comingStart.inSeconds, 'second')} to earn ` +
          `${count(comingStart.points, 'point')} for starting this episode.`
        : `Listen for another ${count(toNextMinute, 'second')} to earn the next point.`
  return { reason: 'nothing_new', points: 0, sentence }
}
