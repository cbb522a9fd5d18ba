import type { Episode } from '@griot/contracts/catalog'

export const ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'shortest', label: 'Shortest first' },
  { value: 'longest', label: 'Longest first' },
] as const

export type Order = (typeof ORDERS)[number]['value']

/** The order named in an address; the first one when it names none. */
export const orderFrom = (text: string | null): Order => ORDERS.find(({ value }) => value === text)?.value ?? 'newest'

const BY: Record<Order, (one: Episode, other: Episode) => number> = {
  newest: (one, other) => other.episodeNumber - one.episodeNumber,
  oldest: (one, other) => one.episodeNumber - other.episodeNumber,
  shortest: (one, other) => one.duration - other.duration,
  longest: (one, other) => other.duration - one.duration,
}

export const inOrder = (episodes: readonly Episode[], order: Order) => episodes.toSorted(BY[order])

/** The episodes before and after one, by number. */
export const neighboursOf = (episodes: readonly Episode[], id: string) => {
  const ordered = inOrder(episodes, 'oldest')
  const at = ordered.findIndex((episode) => episode.id === id)
  return at < 0 ? {} : { previous: ordered[at - 1], next: ordered[at + 1] }
}
