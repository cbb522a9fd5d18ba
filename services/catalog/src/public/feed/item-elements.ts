import type { Credit } from '@griot/contracts/catalog/credits'
import { episodePagePath } from '@griot/contracts/public-addresses'
import { chapterElements } from '../chapters/chapter-elements.ts'
import { element, optionalElement, type Xml } from '../xml.ts'
import type { FeedItem, FeedShow } from './feed.queries.ts'
import type { FeedPlace } from './feed-place.ts'
import { notesOf } from './notes.ts'

/** RFC 2822 with a year of four digits and `GMT`. */
export const rfc2822 = (time: string) => new Date(time).toUTCString()

export const personElement = ({ name, role, group, href, img }: Credit) =>
  element('podcast:person', { role: role.toLowerCase(), group: group.toLowerCase(), href, img }, name)

/** Notes of the oldest items, if the feed would become too large. */
const SHORT_NOTES_BYTES = 500

export const enclosureOf = ({ id, bytes }: Pick<FeedItem, 'id' | 'bytes'>, { audioUrl }: FeedPlace) => ({
  url: audioUrl(id),
  length: bytes,
  type: 'audio/mpeg',
})

export const itemElement = (item: FeedItem, show: FeedShow, place: FeedPlace, isShort = false): Xml => {
  const { description, encoded } = notesOf(item.notesHtml, item.description, isShort ? SHORT_NOTES_BYTES : undefined)
  return element(
    'item',
    {},
    element('title', {}, item.title),
    element('enclosure', enclosureOf(item, place)),
    element('guid', { isPermaLink: false }, item.guid),
    element('link', {}, place.at(episodePagePath(show.id, item.id))),
    element('pubDate', {}, rfc2822(item.releaseDate)),
    element('description', {}, description),
    isShort || encoded === undefined ? undefined : element('content:encoded', {}, encoded),
    element('itunes:duration', {}, item.seconds),
    element('itunes:episodeType', {}, item.kind),
    optionalElement('itunes:season', item.season),
    optionalElement('podcast:season', item.season),
    optionalElement('itunes:episode', item.number),
    optionalElement('podcast:episode', item.number),
    item.isExplicit === null || item.isExplicit === show.isExplicit
      ? undefined
      : element('itunes:explicit', {}, item.isExplicit),
    chapterElements(item, place.at),
    item.people?.map(personElement),
  )
}
