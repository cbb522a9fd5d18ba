import type { PointsRules } from '@griot/contracts/points'
import type { About, EntryKind } from '../ledger/entry.ts'
import { badgeById } from './badges.ts'
import { RULES } from './numbers.ts'

const { perMinute, perStart, completion, weekly, ownShows, tip, levels } = RULES

export const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

const dollars = (cents: number) => `$${cents % 100 === 0 ? cents / 100 : (cents / 100).toFixed(2)}`

/** What somebody should know who listens to a show of their own. */
export const OWN_SHOWS =
  `Listening to your own shows brings at most ${count(ownShows.dailyPointsCap, 'point')} a day (UTC), and nothing before ` +
  'an episode is published. Badges and the weekly bonus come as for everybody.'

/** The rules as people read them, in the order they should be shown. */
export const SENTENCES: readonly string[] = [
  `${count(perMinute, 'point')} for every minute you listen.`,
  `${count(perStart, 'point')} for every episode you start, once an episode.`,
  `${count(completion.points, 'point')} for completing an episode: reach ${completion.positionPercent}% of it, ` +
    `with at least ${completion.creditedPercent}% of it really heard.`,
  `Up to ${count(perStart + completion.points, 'bonus point')} per episode, plus ${perMinute} a minute.`,
  `${count(weekly.points, 'point')} once a week when you complete ${count(weekly.episodes, 'episode')} in it ` +
    '(weeks start on Monday, UTC).',
  OWN_SHOWS,
  `${tip.pointsPerDollar}× points for tips: ${count(tip.pointsPerDollar, 'point')} a dollar. Pledges bring at most ` +
    `${count(tip.dailyPointsCap, 'point')} a day.`,
  `A new level every ${count(levels.step, 'point')}.`,
]

/** What brings points, in the order they should be shown. */
export const EARNING: readonly PointsRules['earning'][number][] = [
  { worth: `+${perStart}`, action: 'Start an episode', condition: 'Once per episode.' },
  {
    worth: `+${perMinute}`,
    action: 'Listen for a minute',
    condition: 'Every whole minute, up to the length of the episode.',
  },
  {
    worth: `+${completion.points}`,
    action: 'Finish an episode',
    condition: `Reach ${completion.positionPercent}% of it, with at least ${completion.creditedPercent}% of it really heard.`,
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
      `${count(tip.pointsPerDollar, 'point')} for every dollar. Pledges bring at most ` +
      `${count(tip.dailyPointsCap, 'point')} a day.`,
  },
]

const heldBack = ({ held = 0 }: About) =>
  held > 0 ? ` (${count(held, 'point')} held back: your own shows bring ${ownShows.dailyPointsCap} a day)` : ''

/** Why a ledger entry is there. */
export const describeEntry = (kind: EntryKind, about: About): string => {
  const title = `“${about.title ?? 'an episode'}”`
  switch (kind) {
    case 'listening':
      return `Listened to ${title} for ${count(about.minutes ?? 0, 'minute')}${heldBack(about)}`
    case 'started':
      return `Started ${title}`
    case 'completed':
      return `Completed ${title}${heldBack(about)}`
    case 'weekly':
      return `Weekly bonus: ${count(weekly.episodes, 'episode')} completed`
    case 'badge':
      return `Badge earned: ${badgeById(about.badge ?? '')?.name ?? about.badge ?? ''}`
    case 'tip':
      return `${about.pledged ? 'Pledged' : 'Tipped'} ${dollars(about.cents ?? 0)} to “${about.podcast ?? 'a podcast'}”`
    case 'correction':
      return `Correction: ${about.why ?? ''}`
  }
}
