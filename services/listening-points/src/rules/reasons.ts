import type { ResponseOf } from '@griot/contracts/endpoint'
import type { EndListening, EndReason } from '@griot/contracts/listening'
import type { BonusKind } from './limits.ts'
import { count, RULES } from './numbers.ts'
import type { Assessment, Before, Heard } from './points.ts'

const { perStart, completion, weekly, ownShows } = RULES
const { perHour, perDay } = RULES.bonusLimits

const LIMIT_SENTENCES: Record<BonusKind, string> = {
  started:
    `At most ${count(perHour, 'start')} an hour and ${perDay} a day (UTC) earn points: ` +
    'play this episode again later to earn them.',
  completed:
    `At most ${count(perHour, 'completion')} an hour and ${perDay} a day (UTC) count: ` +
    'reach the end of this episode again later to get the bonus.',
}

export type Reason = ResponseOf<typeof EndListening>['reasons'][number]

type Earned = Omit<Assessment, 'points' | 'pendingPoints' | 'reasons'>

/** The reasons for the points of a session, and for missing points. Never empty. */
export const reasonsFor = (heard: Heard, before: Before, earned: Earned): Reason[] => {
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
