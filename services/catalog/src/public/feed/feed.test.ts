import { sql } from '@griot/service-kit/db/db'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { childrenOf, openFeed, textOf } from '../../testing/feeds.ts'
import { startCatalog, type TestCatalog } from '../../testing/harness.ts'

let catalog: TestCatalog

beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())

const feed = openFeed(() => catalog, person())
const ORIGIN = 'https://griot.example'

describe('the channel of a feed', () => {
  it('contains what directories require', async () => {
    const { id } = await feed.show()
    await feed.setShow(
      id,
      sql`language = 'pt-br', author = 'Ama & Kofi', copyright = '© 2026', feed_guid = '9b024349-ccf0-5f69-a609-6b82873eab3c',
        license = 'cc-by-4.0', txt = '[{"purpose":"verify","value":"code"},{"purpose":"","value":"other"}]',
        funding = '[{"url":"https://tips.example/","text":"Tip us"}]', is_complete = true, locked = false`,
    )
    const channel = await feed.channel(id)

    expect(childrenOf(channel, 'atom:link').map(({ attributes }) => attributes)).toEqual([
      { href: `${ORIGIN}/feeds/${id}.xml`, rel: 'self', type: 'application/rss+xml' },
      { href: 'https://hub.example/', rel: 'hub' },
    ])
    expect(childrenOf(channel, 'podcast:podping')[0]?.attributes).toEqual({ usesPodping: 'true' })
    const texts = Object.fromEntries(channel.children.map(({ name, text }) => [name, text]))
    expect(texts).toMatchObject({
      title: 'Kitchen Table Economics',
      link: `${ORIGIN}/listen/${id}`,
      language: 'pt-br',
      description: 'Money, plainly.',
      'itunes:explicit': 'false',
      'itunes:author': 'Ama & Kofi',
      'itunes:type': 'episodic',
      'itunes:complete': 'Yes',
      copyright: '© 2026',
      'podcast:guid': '9b024349-ccf0-5f69-a609-6b82873eab3c',
      'podcast:locked': 'no',
      'podcast:medium': 'podcast',
      'podcast:license': 'cc-by-4.0',
      'podcast:person': 'Ama Mensah',
    })
    expect(texts.lastBuildDate).toMatch(/^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/)
    expect(childrenOf(channel, 'itunes:category')[0]?.attributes).toEqual({ text: 'Business' })
    const cover = `${ORIGIN}/covers/${id}-0.jpg`
    expect(childrenOf(channel, 'itunes:image')[0]?.attributes).toEqual({ href: cover })
    expect(textOf(childrenOf(channel, 'image')[0], 'url')).toBe(cover)
    expect(childrenOf(channel, 'podcast:funding').map(({ attributes }) => attributes.url)).toEqual([
      `${ORIGIN}/listen/${id}`,
      'https://tips.example/',
    ])
    expect(childrenOf(channel, 'podcast:txt').map(({ attributes, text }) => [attributes, text])).toEqual([
      [{ purpose: 'verify' }, 'code'],
      [{}, 'other'],
    ])
    expect(channel.children.filter(({ name }) => /block|new-feed-url/.test(name))).toEqual([])
  })

  it('nests the subcategory and leads to the page of the creator', async () => {
    const { id } = await feed.show()
    await feed.setShow(
      id,
      sql`apple_category = 'Society & Culture', apple_subcategory = 'Relationships', website = 'https://ama.example/'`,
    )
    const channel = await feed.channel(id)
    const [category] = childrenOf(channel, 'itunes:category')
    expect(category?.attributes.text).toBe('Society & Culture')
    expect(category?.children[0]?.attributes.text).toBe('Relationships')
    expect(textOf(channel, 'link')).toBe('https://ama.example/')
  })
})

describe('an item of a feed', () => {
  it('contains the episode with its audio', async () => {
    const { id, episodeId } = await feed.show()
    await feed.setEpisode(
      episodeId,
      sql`season = 2, kind = 'trailer', explicit = true, release_date = '2020-01-02 03:04:05Z',
        people = '[{"name":"Esi","role":"Guest","group":"Cast","href":"https://esi.example"}]',
        chapters = '[{"start":0,"title":"Start"},{"start":168.5,"title":"A <b>","url":"https://x.example/?a&b"}]'`,
    )
    const channel = await feed.channel(id)
    const [item] = childrenOf(channel, 'item')

    expect(childrenOf(item, 'enclosure')[0]?.attributes).toEqual({
      url: `${ORIGIN}/audio/${episodeId}.mp3`,
      length: '2345678',
      type: 'audio/mpeg',
    })
    expect(childrenOf(item, 'guid')[0]).toMatchObject({ text: episodeId, attributes: { isPermaLink: 'false' } })
    expect(Object.fromEntries(item?.children.map(({ name, text }) => [name, text]) ?? [])).toMatchObject({
      title: 'The first susu',
      link: `${ORIGIN}/listen/${id}/${episodeId}`,
      pubDate: 'Thu, 02 Jan 2020 03:04:05 GMT',
      description: '<p>Saving together.</p>',
      'itunes:duration': '600',
      'itunes:episodeType': 'trailer',
      'itunes:season': '2',
      'podcast:season': '2',
      'itunes:episode': '1',
      'podcast:episode': '1',
      'itunes:explicit': 'true',
      'podcast:person': 'Esi',
    })
    expect(childrenOf(item, 'podcast:chapters')[0]?.attributes).toEqual({
      url: `${ORIGIN}/chapters/${episodeId}.json`,
      type: 'application/json+chapters',
    })
    expect(childrenOf(childrenOf(item, 'psc:chapters')[0], 'psc:chapter').map(({ attributes }) => attributes)).toEqual([
      { start: '00:00:00.000', title: 'Start' },
      { start: '00:02:48.500', title: 'A <b>', href: 'https://x.example/?a&b' },
    ])
    expect(childrenOf(channel, 'podcast:trailer')[0]).toMatchObject({
      text: 'The first susu',
      attributes: { pubdate: 'Thu, 02 Jan 2020 03:04:05 GMT', season: '2', length: '2345678' },
    })
  })

  it('leaves out a missing number and what the show states already', async () => {
    const { id, episodeId } = await feed.show()
    await feed.setEpisode(
      episodeId,
      sql`episode_number = nextval('episode_without_number'), number = null, explicit = false, guid = 'old:guid/1'`,
    )
    const [item] = childrenOf(await feed.channel(id), 'item')
    expect(textOf(item, 'guid')).toBe('old:guid/1')
    expect(item?.children.map(({ name }) => name)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/explicit|itunes:episode$|season|chapters|content/)]),
    )
  })

  it('appears newest first, when its MP3 is ready, and never before its publication', async () => {
    const host = person()
    const own = openFeed(() => catalog, host)
    const { id } = await catalog.podcast(host)
    const titles = async () => childrenOf(await own.channel(id), 'item').map((item) => textOf(item, 'title'))
    const first = await own.episode(id, { title: 'Older' })
    await own.setEpisode(first.id, sql`release_date = release_date - interval '1 day'`)
    const second = await catalog.playableEpisode(host, id, { title: 'Newer', episodeNumber: 2 })
    const draft = await own.episode(id, { title: 'Draft', episodeNumber: 3 })
    await own.setEpisode(draft.id, sql`status = 'draft'`)
    expect(await titles()).toEqual(['Older'])

    await own.setEpisode(second.id, sql`mp3_bytes = 1`)
    expect(await titles()).toEqual(['Newer', 'Older'])
    await own.setEpisode(second.id, sql`hidden_at = now()`)
    expect(await titles()).toEqual(['Older'])
  })
})
