import { proposedAppleCategory } from '@griot/contracts/catalog/apple-categories'
import type { Credit } from '@griot/contracts/catalog/credits'
import { coverPath, showPagePath } from '@griot/contracts/public-addresses'
import { publicCoverId } from '../covers/cover-address.ts'
import { element, optionalElement, type Xml } from '../xml.ts'
import type { FeedItem, FeedShow } from './feed.queries.ts'
import type { FeedPlace } from './feed-place.ts'
import { enclosureOf, personElement, rfc2822 } from './item-elements.ts'
import { cutText, MAX_DESCRIPTION_BYTES, notesOf } from './notes.ts'

const categoryElement = ({ category, appleCategory, appleSubcategory }: FeedShow) =>
  element(
    'itunes:category',
    { text: appleCategory ?? proposedAppleCategory(category) },
    appleSubcategory === null ? undefined : element('itunes:category', { text: appleSubcategory }),
  )

const pictureElements = (show: FeedShow, link: string, { at }: FeedPlace) => {
  const { title } = show
  const url = at(coverPath(publicCoverId(show)))
  return [
    element('itunes:image', { href: url }),
    element('image', {}, element('url', {}, url), element('title', {}, title), element('link', {}, link)),
    element('podcast:image', { href: url }),
  ]
}

const descriptionElement = ({ description, descriptionHtml }: FeedShow) =>
  element(
    'description',
    {},
    descriptionHtml === null
      ? cutText(description, MAX_DESCRIPTION_BYTES)
      : notesOf(descriptionHtml, description).description,
  )

/** The host, if the creator names no people. */
const peopleOf = ({ people, hostName }: FeedShow): Credit[] =>
  people.length > 0 ? people : [{ name: hostName, role: 'Host', group: 'Cast' }]

const MAX_TRAILER_TITLE = 128

const trailerElement = (item: FeedItem, place: FeedPlace) =>
  element(
    'podcast:trailer',
    { ...enclosureOf(item, place), pubdate: rfc2822(item.releaseDate), season: item.season },
    [...item.title].slice(0, MAX_TRAILER_TITLE).join(''),
  )

const GENERATOR = 'Griot'
const RSS_DOCS = 'https://www.rssboard.org/rss-specification'

/** Elements of the show, before the items. `links` are those of the feed document. */
export const channelElements = (show: FeedShow, items: readonly FeedItem[], place: FeedPlace, links: Xml[]): Xml[] => {
  const page = place.at(showPagePath(show.id))
  const link = show.website ?? page
  const [newest] = items
  const elements = [
    ...links,
    element('title', {}, show.title),
    element('link', {}, link),
    element('language', {}, show.language.toLowerCase()),
    descriptionElement(show),
    ...pictureElements(show, link, place),
    categoryElement(show),
    element('itunes:explicit', {}, show.isExplicit),
    element('itunes:author', {}, show.author ?? show.hostName),
    element('itunes:type', {}, show.kind),
    show.isComplete ? element('itunes:complete', {}, 'Yes') : undefined,
    place.isPrivate ? element('itunes:block', {}, 'Yes') : undefined,
    place.isPrivate ? element('podcast:block', {}, 'yes') : undefined,
    optionalElement('copyright', show.copyright),
    show.importedFrom === null || place.isPrivate ? undefined : element('itunes:new-feed-url', {}, place.selfUrl),
    element('lastBuildDate', {}, rfc2822(show.changedAt)),
    newest && element('pubDate', {}, rfc2822(newest.releaseDate)),
    element('generator', {}, GENERATOR),
    element('docs', {}, RSS_DOCS),
    optionalElement('podcast:guid', show.feedGuid),
    element('podcast:locked', {}, show.isLocked ? 'yes' : 'no'),
    element('podcast:medium', {}, 'podcast'),
    place.notified.usesPodping ? element('podcast:podping', { usesPodping: true }) : undefined,
    element('podcast:funding', { url: page }, 'Support the show'),
    ...show.funding.map(({ url, text }) => element('podcast:funding', { url }, text)),
    ...peopleOf(show).map(personElement),
    ...show.txt.map(({ purpose, value }) =>
      element('podcast:txt', { purpose: purpose === '' ? null : purpose }, value),
    ),
    show.license === null ? undefined : element('podcast:license', { url: show.licenseUrl }, show.license),
    ...items.filter(({ kind }) => kind === 'trailer').map((item) => trailerElement(item, place)),
  ]
  return elements.filter((one) => one !== undefined)
}
