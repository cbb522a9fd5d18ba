import { HidePodcast } from '@griot/contracts/catalog/moderation'
import { CreatePrivateFeed, RevokePrivateFeed } from '@griot/contracts/catalog/private-feeds'
import { pathFor } from '@griot/contracts/endpoint'
import { privateAudioPath } from '@griot/contracts/public-addresses'
import { CheckPrivateAudio } from '@griot/service-kit/catalog/private-audio'
import { sql } from '@griot/service-kit/db/db'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFeed } from '../testing/feeds.ts'
import { startCatalog, type TestCatalog } from '../testing/harness.ts'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())

const ama = person()
const feed = openFeed(() => catalog, person())
const get = (path: string, headers: Record<string, string> = {}) => catalog.as(null).fetch(path, { headers })

const subscribe = async () => {
  const { id, episodeId } = await feed.show()
  const { feedPath, id: feedId } = await catalog
    .as(ama)
    .call(CreatePrivateFeed, { params: { id }, body: { name: 'Phone' } })
  return { id, episodeId, feedPath, feedId, token: feedPath.split('/').at(-1)?.replace('.xml', '') ?? '' }
}

describe('a private feed', () => {
  it('has the guids of the public feed, its own audio addresses, and is blocked from directories', async () => {
    const { id, episodeId, feedPath, token } = await subscribe()
    const { status, headers } = await get(feedPath)
    const xml = await (await get(feedPath)).text()
    const open = await (await feed.get(id)).text()

    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    expect(headers.get('cache-control')).toBe('private, max-age=300')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('link')).toBeNull()
    expect(xml).toContain('<itunes:block>Yes</itunes:block>')
    expect(xml).toContain('<podcast:block>yes</podcast:block>')
    expect(xml).toContain(`https://griot.example${privateAudioPath(token, episodeId)}`)
    expect(xml).not.toContain('rel="hub"')
    const guids = (text: string) => text.match(/<(podcast:)?guid.*?<\/(podcast:)?guid>/g)
    expect(guids(xml)).toEqual(guids(open))
    expect(open).not.toContain(token)
  })

  it('returns 304 until the show changes, to plain and compressed requests', async () => {
    const { episodeId, feedPath } = await subscribe()
    const etag = (await get(feedPath, { 'accept-encoding': 'identity' })).headers.get('etag') ?? ''
    expect((await get(feedPath, { 'if-none-match': etag })).status).toBe(304)
    await feed.setEpisode(episodeId, sql`title = 'Renamed'`)

    const changed = await get(feedPath, { 'if-none-match': etag })
    expect(changed.status).toBe(200)
    expect(await changed.text()).toContain('Renamed')
  })

  it('is missing with the token of another show, after it was revoked, and while the show is hidden', async () => {
    const { id, feedPath, feedId, token } = await subscribe()
    const other = await subscribe()
    expect((await get(`/feeds/${other.id}/private/${token}.xml`)).status).toBe(404)
    expect((await get(`/feeds/${id}/private/invented.xml`)).status).toBe(404)

    await catalog.as(ama).call(RevokePrivateFeed, { params: { id: feedId } })
    expect((await get(feedPath)).status).toBe(404)
    const admin = person({ roles: ['admin'] })
    await catalog.as(admin).call(HidePodcast, { params: { id: other.id }, body: { reason: 'A copy.' } })
    expect((await get(other.feedPath)).status).toBe(404)
  })

  it('allows the audio of its episodes only, until it is revoked', async () => {
    const { episodeId, feedId, token } = await subscribe()
    const other = await subscribe()
    const check = async (id: string) => (await get(pathFor(CheckPrivateAudio, { params: { token, id } }))).status
    expect([await check(episodeId), await check(other.episodeId)]).toEqual([200, 404])
    await catalog.as(ama).call(RevokePrivateFeed, { params: { id: feedId } })

    expect(await check(episodeId)).toBe(404)
  })

  it('leads to the new address after the show has moved', async () => {
    const { id, feedPath } = await subscribe()
    await catalog.db.run(sql`update podcast set new_feed_url = 'https://new.example/feed.xml' where id = ${id}`)
    const response = await catalog.as(null).fetch(feedPath, { redirect: 'manual' })

    expect([response.status, response.headers.get('location')]).toEqual([301, 'https://new.example/feed.xml'])
  })
})
