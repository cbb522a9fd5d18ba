import { DeleteEpisode } from '@griot/contracts/catalog/episodes'
import { HidePodcast, RestorePodcast } from '@griot/contracts/catalog/moderation'
import { DeletePodcast } from '@griot/contracts/catalog/podcasts'
import { type Queryable, sql } from '@griot/service-kit/db/db'
import { person } from '@griot/service-kit/testing/identity'
import pLimit from 'p-limit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFeed } from '../../testing/feeds.ts'
import { startCatalog, type TestCatalog } from '../../testing/harness.ts'
import { createFeedStore } from './feed-store.ts'

let catalog: TestCatalog

beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())

const host = person()
const feed = openFeed(() => catalog, host)
const PLACE = {
  publicOrigin: { origin: 'https://griot.example', isLocal: false },
  limit: pLimit(2),
  notified: { hubs: ['https://hub.example/'], usesPodping: true },
}
const UNKNOWN = '0b2f3c04-7a55-4d1e-9a3f-2d0f5c1b7e11'

describe('the feed of a show', () => {
  it('has a type, caching headers and a link to itself', async () => {
    const { id } = await feed.show()
    const { status, headers } = await feed.get(id)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    expect(headers.get('cache-control')).toBe('public, max-age=300')
    expect(headers.get('link')).toBe(
      `<https://griot.example/feeds/${id}.xml>; rel="self", <https://hub.example/>; rel="hub"`,
    )
    expect(headers.get('vary')).toBe('Accept-Encoding')
    expect(headers.get('set-cookie')).toBeNull()
    expect(Date.parse(headers.get('last-modified') ?? '')).toBeLessThanOrEqual(Date.now())
  })

  it('answers HEAD with the headers of GET', async () => {
    const { id } = await feed.show()
    const got = await feed.get(id, { 'accept-encoding': 'identity' })
    const response = await catalog
      .as(null)
      .fetch(`/feeds/${id}.xml`, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
    for (const name of ['content-length', 'content-type', 'etag', 'last-modified']) {
      expect(response.headers.get(name)).toBe(got.headers.get(name))
    }
  })

  it('is compressed with an ETag of its own, and accepts either one', async () => {
    const { id } = await feed.show()
    const plain = await feed.get(id, { 'accept-encoding': 'identity' })
    const gzipped = await feed.get(id, { 'accept-encoding': 'gzip' })
    expect(gzipped.headers.get('content-encoding')).toBe('gzip')
    expect(await gzipped.text()).toBe(await plain.text())
    const [etag, ofGzip] = [plain, gzipped].map(({ headers }) => headers.get('etag') ?? '')
    expect(ofGzip).not.toBe(etag)
    for (const known of [etag, ofGzip, `W/${etag}`, `"x", ${etag}`, '*']) {
      const poll = await feed.get(id, { 'if-none-match': known ?? '', 'accept-encoding': 'gzip' })
      expect([poll.status, await poll.text()]).toEqual([304, ''])
      expect(poll.headers.get('etag')).toBe(ofGzip)
      expect(poll.headers.get('cache-control')).toBe('public, max-age=300')
    }
  })

  it('compares the date only if the client sends no ETag', async () => {
    const { id } = await feed.show()
    const changed = (await feed.get(id)).headers.get('last-modified') ?? ''
    const statusFor = async (headers: Record<string, string>) => (await feed.get(id, headers)).status
    expect(await statusFor({ 'if-modified-since': changed })).toBe(304)
    expect(await statusFor({ 'if-modified-since': new Date(Date.parse(changed) - 1000).toUTCString() })).toBe(200)
    expect(await statusFor({ 'if-modified-since': 'yesterday' })).toBe(200)
    expect(await statusFor({ 'if-modified-since': changed, 'if-none-match': '"other"' })).toBe(200)
  })

  it('changes its ETag once when a title changes, and has the same bytes from two builds', async () => {
    const { id, episodeId } = await feed.show()
    const before = await feed.get(id)
    await feed.setEpisode(episodeId, sql`title = 'Renamed'`)
    const after = await feed.get(id)
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
    const text = await after.text()
    expect(text).toContain('<title>Renamed</title>')

    for (let build = 0; build < 2; build++) {
      const store = createFeedStore({ db: catalog.db, cache: catalog.cache, ...PLACE })
      const found = await store.find(id)
      if (found.kind !== 'feed') throw new Error('moved')
      const document = await store.document(id, 1, found.etags[0] ?? '')
      expect(document.plain.toString()).toBe(text)
      expect(after.headers.get('etag')).toContain(document.etag)
    }
  })

  it('shows a change of another instance within two seconds', async () => {
    const { id } = await feed.show()
    await feed.get(id)
    await catalog.db.run(
      sql`update podcast set title = 'Elsewhere', feed_changed_at = clock_timestamp() where id = ${id}`,
    )
    await expect.poll(async () => (await feed.get(id)).text(), { timeout: 5_000 }).toContain('Elsewhere')
  })

  it('answers a thousand polls with few queries', async () => {
    const { id } = await feed.show()
    let queries = 0
    const counted = (target: Queryable) =>
      new Proxy(target, {
        get(from, name, receiver) {
          const value = Reflect.get(from, name, receiver)
          if (typeof value !== 'function') return value
          queries += 1
          return value.bind(from)
        },
      })
    const store = createFeedStore({ db: counted(catalog.db) as never, cache: catalog.cache, ...PLACE })
    const startedAt = performance.now()
    for (let poll = 0; poll < 1_000; poll++) await store.find(id)
    const seconds = Math.ceil((performance.now() - startedAt) / 1_000)

    // The state, the show and the items once; the time and the changes every second.
    expect(queries).toBeLessThanOrEqual(3 + 2 * (seconds + 1))
  })

  it.each(['nonsense', UNKNOWN])('is missing for %s', async (id) => {
    expect((await feed.get(id)).status).toBe(404)
  })

  it('is missing without a published episode, and gone after the deletion', async () => {
    const { id, episodeId } = await feed.show()
    await feed.setEpisode(episodeId, sql`status = 'draft'`)
    expect((await feed.get(id)).status).toBe(404)
    await feed.setEpisode(episodeId, sql`status = 'published'`)
    expect((await feed.get(id)).status).toBe(200)
    await catalog.as(host).call(DeletePodcast, { params: { id }, query: { confirm: 'true' } })
    expect((await feed.get(id)).status).toBe(410)
  })

  it('is missing while the show is hidden', async () => {
    const { id } = await feed.show()
    expect((await feed.get(id)).status).toBe(200)
    const admin = catalog.as(person({ roles: ['admin'] }))
    await admin.call(HidePodcast, { params: { id }, body: { reason: 'Copied' } })
    expect((await feed.get(id)).status).toBe(404)
    await admin.call(RestorePodcast, { params: { id }, body: {} })
    expect((await feed.get(id)).status).toBe(200)
  })

  it('leads permanently to the new address of a show that has moved', async () => {
    const { id, episodeId } = await feed.show()
    await feed.setShow(id, sql`new_feed_url = 'https://other.example/feed.xml'`)
    const open = () => catalog.as(null).fetch(`/feeds/${id}.xml`, { redirect: 'manual' })
    const response = await open()
    expect(response.status).toBe(301)
    expect(response.headers.get('location')).toBe('https://other.example/feed.xml')

    await catalog.as(host).call(DeleteEpisode, { params: { id: episodeId }, query: { confirm: 'true' } })
    expect((await open()).status).toBe(301)
  })

  it('ignores unknown parameters and has no second page', async () => {
    const { id } = await feed.show()
    expect((await feed.get(id, {}, '?utm_source=x&page=1')).status).toBe(200)
    for (const page of ['2', '0', 'x', '1e3']) expect((await feed.get(id, {}, `?page=${page}`)).status).toBe(404)
  })
})
