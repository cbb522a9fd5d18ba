import { BADGES, count, RULES } from '../rules/rules.ts'
import type { About, EntryKind } from './ledger.queries.ts'

const dollars = (cents: number) => `$${cents % 100 === 0 ? cents / 100 : (cents / 100).toFixed(2)}`

const heldBack = ({ held = 0 }: About) =>
  held > 0
    ? ` (${count(held, 'point')} not counted: your own shows earn at most ${RULES.ownShows.dailyPointsCap} a day)`
    : ''

/** The reason for an entry, as listeners read it. */
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
      return `Weekly bonus: ${count(RULES.weekly.episodes, 'episode')} completed`
    case 'badge':
      return `Badge earned: ${BADGES.find(({ id }) => id === about.badge)?.name ?? about.badge ?? ''}`
    case 'tip':
      return `${about.pledged ? 'Pledged' : 'Tipped'} ${dollars(about.cents ?? 0)} to “${about.podcast ?? 'a podcast'}”`
    case 'correction':
      return `Correction: ${about.why ?? ''}`
  }
}
