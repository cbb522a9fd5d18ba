import { setImmediate } from 'node:timers/promises'
import { element, type Xml, xmlDocument } from '../xml.ts'
import { channelElements } from './channel-elements.ts'
import type { FeedItem, FeedShow } from './feed.queries.ts'
import type { FeedPlace } from './feed-place.ts'
import { itemElement } from './item-elements.ts'

/** Limits of a feed document. */
export const LIMITS = {
  /** Above it, the notes of the oldest items are short. */
  fullNotesBytes: 8_000_000,
  /** Above these, the feed has pages. */
  bytes: 20_000_000,
  items: 5_000,
  itemsOfPage: 1_000,
}

const NAMESPACES = {
  version: '2.0',
  'xmlns:itunes': 'http://www.itunes.com/dtds/podcast-1.0.dtd',
  'xmlns:podcast': 'https://podcastindex.org/namespace/1.0',
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  'xmlns:psc': 'http://podlove.org/simple-chapters',
}

interface Rendered {
  item: FeedItem
  xml: Xml
  bytes: number
}

// Other requests run between two batches.
const BATCH = 100

const renderItems = async (items: readonly FeedItem[], show: FeedShow, place: FeedPlace): Promise<Rendered[]> => {
  const rendered: Rendered[] = []
  for (const [index, item] of items.entries()) {
    if (index % BATCH === BATCH - 1) await setImmediate()
    rendered.push(measured(item, itemElement(item, show, place)))
  }
  return rendered
}

const measured = (item: FeedItem, xml: Xml): Rendered => ({ item, xml, bytes: Buffer.byteLength(xml.text) })

const sizeOf = (items: readonly Rendered[]) => items.reduce((sum, { bytes }) => sum + bytes, 0)

/** The items with short notes in the oldest ones, as many as the size requires. */
const shorten = async (items: readonly Rendered[], show: FeedShow, place: FeedPlace, maxBytes: number) => {
  let excess = sizeOf(items) - maxBytes
  const shortened: Rendered[] = []
  for (const [index, given] of [...items].reverse().entries()) {
    if (index % BATCH === BATCH - 1) await setImmediate()
    const one = excess > 0 ? measured(given.item, itemElement(given.item, show, place, true)) : given
    excess -= given.bytes - one.bytes
    shortened.push(one)
  }
  return shortened.reverse()
}

const splitIntoPages = (items: readonly Rendered[], limits: typeof LIMITS): Rendered[][] => {
  const pages: Rendered[][] = []
  let bytes = 0
  for (const item of items) {
    const page = pages.at(-1)
    if (page === undefined || page.length >= limits.itemsOfPage || bytes + item.bytes > limits.fullNotesBytes) {
      pages.push([item])
      bytes = item.bytes
    } else {
      page.push(item)
      bytes += item.bytes
    }
  }
  return pages
}

/** One document with all items, where possible: most apps read no other one. */
const toPages = async (items: readonly Rendered[], show: FeedShow, place: FeedPlace, limits: typeof LIMITS) => {
  if (items.length > limits.items) return splitIntoPages(items, limits)
  const fitting = await shorten(items, show, place, limits.fullNotesBytes)
  return sizeOf(fitting) <= limits.bytes ? [fitting] : splitIntoPages(items, limits)
}

export const pageUrl = (selfUrl: string, page: number) => (page === 1 ? selfUrl : `${selfUrl}?page=${page}`)

/** Page 1 is the newest. A feed of one document links only to itself and to the hubs. */
const linkElements = ({ selfUrl, notified }: FeedPlace, page: number, pages: number) => {
  const link = (rel: string, target: number) =>
    element('atom:link', { href: pageUrl(selfUrl, target), rel, type: 'application/rss+xml' })
  const own = [link('self', page), ...notified.hubs.map((hub) => element('atom:link', { href: hub, rel: 'hub' }))]
  if (pages === 1) return own
  return [
    ...own,
    link('first', 1),
    link('last', pages),
    ...(page > 1 ? [link('previous', page - 1)] : []),
    ...(page < pages ? [link('next', page + 1)] : []),
  ]
}

/** The documents of a feed: one, or pages if it is very large. */
export const renderFeed = async (
  show: FeedShow,
  items: readonly FeedItem[],
  place: FeedPlace,
  limits = LIMITS,
): Promise<string[]> => {
  const pages = await toPages(await renderItems(items, show, place), show, place, limits)
  return pages.map((page, index) => {
    const links = linkElements(place, index + 1, pages.length)
    const channel = element(
      'channel',
      {},
      channelElements(show, items, place, links),
      page.map(({ xml }) => xml),
    )
    return xmlDocument(element('rss', NAMESPACES, channel))
  })
}
