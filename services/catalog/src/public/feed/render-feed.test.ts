import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { childrenOf, parseXml, textOf } from '../../testing/feeds.ts'
import { allowedText } from '../xml.ts'
import type { FeedItem, FeedShow } from './feed.queries.ts'
import { NOTIFIES_NONE, publicFeed } from './feed-place.ts'
import { MAX_DESCRIPTION_BYTES } from './notes.ts'
import { LIMITS, renderFeed } from './render-feed.ts'

const SHOW: FeedShow = {
  id: '0b2f3c04-7a55-4d1e-9a3f-2d0f5c1b7e11',
  title: 'A show',
  description: 'Words.',
  descriptionHtml: null,
  hostName: 'Ama',
  author: null,
  category: 'culture',
  appleCategory: null,
  appleSubcategory: null,
  kind: 'serial',
  language: 'en',
  isExplicit: false,
  isComplete: false,
  isHidden: false,
  isLocked: true,
  website: null,
  copyright: null,
  license: null,
  licenseUrl: null,
  funding: [],
  people: [],
  txt: [],
  feedGuid: null,
  importedFrom: null,
  newFeedUrl: null,
  changedAt: '2026-11-27T06:00:00.000Z',
  coverId: null,
  titleVersion: 0,
}

const itemOf = (index: number, about: Partial<FeedItem> = {}): FeedItem => ({
  id: `5e1f9a40-0000-4d1e-9a3f-${String(index).padStart(12, '0')}`,
  guid: `guid ${index}`,
  title: `Episode ${index}`,
  description: 'Notes.',
  notesHtml: null,
  kind: 'full',
  season: null,
  number: null,
  isExplicit: null,
  people: null,
  chapters: null,
  seconds: 60,
  bytes: 1_000,
  releaseDate: '2026-11-20T06:00:00.000Z',
  ...about,
})

const items = (count: number, about: Partial<FeedItem> = {}) =>
  Array.from({ length: count }, (_, index) => itemOf(count - index, about))

const PLACE = publicFeed({ origin: 'https://griot.example', isLocal: false }, NOTIFIES_NONE, SHOW.id)
const render = async (of: FeedItem[], limits = LIMITS, show = SHOW) =>
  (await renderFeed(show, of, PLACE, limits)).map((text) => ({ text, channel: parseXml(text).children[0] }))

const HOSTILE = [
  `"quotes" & 'quotes' <b>`,
  'a ]]> b ]]]]>> c',
  '</script></title></rss>',
  '\u0000\u0001\u0008\u000b\u001f\ufffe\uffff control',
  '\u202eright to left\u202c',
  '👩🏾‍🎤'.repeat(200),
  '\ud800 half \udc00',
  '&amp; &#0; <!-- --> <?xml ?> <!DOCTYPE x [<!ENTITY y "z">]>',
]
const text = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
const asParsed = (given: string) => allowedText(given).trim().replace(/\r\n?/g, '\n')

describe('a rendered feed', () => {
  it('keeps hostile titles and notes as text', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, async (title, notes) => {
        const item = itemOf(1, { title, description: notes, people: [{ name: title, role: 'Guest', group: 'Cast' }] })
        const [document] = await render([item], LIMITS, { ...SHOW, title, description: notes })
        const channel = document?.channel
        const [parsed] = childrenOf(channel, 'item')

        expect(textOf(channel, 'title')).toBe(asParsed(title))
        expect(textOf(parsed, 'title')).toBe(asParsed(title))
        expect(childrenOf(channel, 'item')).toHaveLength(1)
        expect(childrenOf(parsed, 'description')[0]?.children).toEqual([])
        expect(textOf(parsed, 'description')).not.toMatch(/<(?!\/?p>|br>)/)
      }),
    )
  })

  it('cuts notes of 100 kB at a paragraph and has all of them in content:encoded', async () => {
    const paragraph = `<p>${'word '.repeat(200)}]]&gt; <a href="https://a.example/?b&amp;c">link</a></p>`
    const notesHtml = `<h3>Title</h3>${paragraph.repeat(90)}<blockquote><p>said</p></blockquote>`
    const [document] = await render([itemOf(1, { notesHtml })])
    const [item] = childrenOf(document?.channel, 'item')

    const description = textOf(item, 'description') ?? ''
    expect(description).toBe(`<p>Title</p>${paragraph.repeat(3)}`)
    expect(Buffer.byteLength(description)).toBeLessThanOrEqual(MAX_DESCRIPTION_BYTES)
    expect(textOf(item, 'content:encoded')).toBe(notesHtml)
  })

  it('cuts one long paragraph, and a long description of a show, at a word', async () => {
    const long = '&é👩🏾‍🎤 '.repeat(2_000)
    const [document] = await render([itemOf(1, { description: long })], LIMITS, { ...SHOW, description: long })
    for (const cut of [
      textOf(document?.channel, 'description'),
      textOf(childrenOf(document?.channel, 'item')[0], 'description'),
    ]) {
      expect(Buffer.byteLength(cut ?? '')).toBeLessThanOrEqual(MAX_DESCRIPTION_BYTES)
      expect(cut).toMatch(/🎤…(<\/p>)?$/u)
    }
  })

  it('has all episodes in one document, with short notes in the oldest ones above a size', async () => {
    const notesHtml = `<p>${'w'.repeat(300)}</p>${`<p>${'word '.repeat(180)}</p>`.repeat(10)}`
    const [document, ...more] = await render(items(300, { notesHtml }), { ...LIMITS, fullNotesBytes: 1_000_000 })

    expect(more).toEqual([])
    expect(Buffer.byteLength(document?.text ?? '')).toBeLessThan(1_010_000)
    const all = childrenOf(document?.channel, 'item')
    expect(all).toHaveLength(300)
    expect(textOf(all[0], 'content:encoded')).toBe(notesHtml)
    expect(textOf(all.at(-1), 'content:encoded')).toBeUndefined()
    expect(textOf(all.at(-1), 'description')).toBe(`<p>${'w'.repeat(300)}</p>`)
  })

  it.each([
    ['items', { ...LIMITS, items: 20, itemsOfPage: 8 }],
    ['bytes', { ...LIMITS, bytes: 5_000, fullNotesBytes: 4_500 }],
  ])('has linked pages above the limit of %s', async (_, limits) => {
    const documents = await render(items(21), limits)
    expect(documents.length).toBeGreaterThan(2)
    const guids = documents.flatMap(({ channel }) => childrenOf(channel, 'item').map((item) => textOf(item, 'guid')))
    expect(guids).toEqual(items(21).map(({ guid }) => guid))

    const linksOf = (page: number) =>
      Object.fromEntries(
        childrenOf(documents[page - 1]?.channel, 'atom:link').map(({ attributes: { rel, href } }) => [rel, href]),
      )
    const last = documents.length
    const at = (page: number) => `${PLACE.selfUrl}${page === 1 ? '' : `?page=${page}`}`
    expect(linksOf(1)).toEqual({ self: at(1), first: at(1), last: at(last), next: at(2) })
    expect(linksOf(2)).toMatchObject({ self: at(2), previous: at(1), next: at(3) })
    expect(linksOf(last).next).toBeUndefined()
  })

  it('is a valid feed without an item', async () => {
    const [document] = await render([])
    expect(childrenOf(document?.channel, 'item')).toEqual([])
  })
})
