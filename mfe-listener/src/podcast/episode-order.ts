import type { EpisodeOrder } from '@griot/contracts/catalog/episodes'

const LABELS: Record<EpisodeOrder, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  shortest: 'Shortest first',
  longest: 'Longest first',
}

const isOrder = (text: string | null): text is EpisodeOrder => text !== null && Object.hasOwn(LABELS, text)

export const ORDERS = Object.entries(LABELS).map(([value, label]) => ({ value, label }))

/** The order named in an address; the first one when it names none. */
export const orderFrom = (text: string | null): EpisodeOrder => (isOrder(text) ? text : 'newest')
