import type { PointsRules } from '@griot/contracts/points'
import { count, RULES } from './rules.ts'

const { perMinute, perStart, startAfter, completion, bonusLimits, weekly, ownShows, tip, levels } = RULES

const START_CONDITION = `after ${count(startAfter.seconds, 'second')} of it (half of a shorter one)`

export const OWN_SHOWS =
  `Your own shows earn at most ${count(ownShows.dailyPointsCap, 'point')} a day (UTC), and nothing before ` +
  'an episode is published. Badges and the weekly bonus are not limited.'

/** The rules in the order in which they are shown. */
export const SENTENCES: readonly string[] = [
  `${count(perMinute, 'point')} for every minute you listen.`,
  `${count(perStart, 'point')} for every episode you start, once an episode, ${START_CONDITION}.`,
  `${count(completion.points, 'point')} for completing an episode: reach ${completion.positionPercent}% of it, ` +
    `and listen to at least ${completion.creditedPercent}% of it.`,
  `At most ${bonusLimits.perHour} starts and ${bonusLimits.perHour} completions an hour earn these points, ` +
    `${bonusLimits.perDay} of each a day (UTC). You can earn the others later.`,
  'Episodes with the same audio earn them once.',
  'Listening counts for audio that is sent to you while you are signed in.',
  `Up to ${count(perStart + completion.points, 'bonus point')} per episode, plus ${perMinute} a minute.`,
  `${count(weekly.points, 'point')} once a week when you complete ${count(weekly.episodes, 'episode')} in it ` +
    '(weeks start on Monday, UTC).',
  OWN_SHOWS,
  `${tip.pointsPerDollar}× points for tips: ${count(tip.pointsPerDollar, 'point')} a dollar. Pledges earn at most ` +
    `${count(tip.dailyPointsCap, 'point')} a day.`,
  `A new level every ${count(levels.step, 'point')}.`,
]

/** The ways to earn points, in the order in which they are shown. */
export const EARNING: readonly PointsRules['earning'][number][] = [
  { worth: `+${perStart}`, action: 'Start an episode', condition: `Once per episode, ${START_CONDITION}.` },
  {
    worth: `+${perMinute}`,
    action: 'Listen for a minute',
    condition: 'Every whole minute, up to the length of the episode.',
  },
  {
    worth: `+${completion.points}`,
    action: 'Finish an episode',
    condition: `Reach ${completion.positionPercent}% of it, and listen to at least ${completion.creditedPercent}% of it.`,
  },
  {
    worth: `+${weekly.points}`,
    action: `Finish ${count(weekly.episodes, 'episode')} in a week`,
    condition: 'Once a week, Monday to Sunday (UTC).',
  },
  {
    worth: `${tip.pointsPerDollar}×`,
    action: 'Tip a creator',
    condition:
      `${count(tip.pointsPerDollar, 'point')} for every dollar. Pledges earn at most ` +
      `${count(tip.dailyPointsCap, 'point')} a day.`,
  },
]
