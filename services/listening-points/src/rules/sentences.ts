import type { About, EntryKind } from '../ledger/entry.ts'
import { badgeById } from './badges.ts'
import { RULES } from './numbers.ts'

const { perMinute, perStart, completion, weekly, tip, levels } = RULES

export const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

const dollars = (cents: number) => `$${cents % 100 === 0 ? cents / 100 : (cents / 100).toFixed(2)}`

/** The rules as people read them, in the order they should be shown. */
export const SENTENCES: readonly string[] = [
  `${count(perMinute, 'point')} for every minute you listen.`,
  `${count(perStart, 'point')} for every episode you start, once an episode.`,
  `${count(completion.points, 'point')} for completing an episode: reach ${completion.positionPercent}% of it, ` +
    `with at least ${completion.creditedPercent}% of it really heard.`,
  `Up to ${count(perStart + completion.points, 'bonus point')} per episode, plus ${perMinute} a minute.`,
  `${count(weekly.points, 'point')} once a week when you complete ${count(weekly.episodes, 'episode')} in it ` +
    '(weeks start on Monday, UTC).',
  `${tip.pointsPerDollar}× points for tips: ${count(tip.pointsPerDollar, 'point')} a dollar. Pledges bring at most ` +
    `${count(tip.dailyPointsCap, 'point')} a day.`,
  `A new level every ${count(levels.step, 'point')}.`,
]

/** Why a ledger entry is there. */
export const describeEntry = (kind: EntryKind, about: About): string => {
  const title = `“${about.title ?? 'an episode'}”`
  switch (kind) {
    case 'listening':
      return `Listened to ${title} for ${count(about.minutes ?? 0, 'minute')}`
    case 'started':
      return `Started ${title}`
    case 'completed':
      return `Completed ${title}`
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
