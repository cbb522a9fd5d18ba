import type { RequestListener } from 'node:http'
import { GetDistribution, MoveFeed, UndoMove } from '@griot/contracts/catalog/distribution'
import { GetPodcast } from '@griot/contracts/catalog/podcasts'
import { type Endpoint, pathFor } from '@griot/contracts/endpoint'
import { sql } from '@griot/service-kit/db/db'
import { createFetcher } from '@griot/service-kit/fetch/fetch-public'
import { hasOpenssl } from '@griot/service-kit/testing/certificates'
import { startHttpsPeer } from '@griot/service-kit/testing/https-peer'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openFeed } from '../testing/feeds.ts'
import { startCatalog, type TestCatalog } from '../testing/harness.ts'
import { CALLERS, createTeam } from '../testing/team.ts'

let catalog: TestCatalog
let peer: Awaited<ReturnType<typeof startHttpsPeer>>
/** The response of the new host. */
let respond: RequestListener

const host = person()
const feed = openFeed(() => catalog, host)
const send = (xml: string) => {
  respond = (_, response) => response.writeHead(200, { 'content-type': 'text/xml' }).end(xml)
}
const withGuid = (guid: string | null | undefined) =>
  `<rss xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><podcast:guid>${guid}</podcast:guid></channel></rss>`
const guidOf = async (id: string) => (await catalog.as(host).call(GetPodcast, { params: { id } })).feedGuid
const unlock = (id: string) => feed.setShow(id, sql`locked = false`)
const move = (user: Person, id: string, newFeedUrl = `${peer.origin}/feed.xml`) =>
  catalog.as(user).call(MoveFeed, { params: { id }, body: { newFeedUrl } })
const statusOf = async (id: string) => {
  const response = await catalog.as(null).fetch(`/feeds/${id}.xml`, { redirect: 'manual' })
  return [response.status, response.headers.get('location')]
}

describe.runIf(hasOpenssl)('the distribution of a show', () => {
  beforeAll(async () => {
    peer = await startHttpsPeer((request, response) => respond(request, response))
    catalog = await startCatalog({ fetchPublic: createFetcher(peer.options) })
  })
  afterAll(async () => {
    peer.close()
    await catalog.close()
  })

  // The statuses in the order of CALLERS: signed out, stranger, analyst, editor, owner, host, admin.
  const MATRIX: [Endpoint, number[]][] = [
    [GetDistribution, [401, 404, 200, 200, 200, 200, 200]],
    [MoveFeed, [401, 404, 403, 403, 200, 200, 404]],
    [UndoMove, [401, 404, 403, 403, 200, 200, 404]],
  ]
  describe.each(MATRIX)('$method $path', (endpoint, statuses) => {
    it.each(CALLERS.map((caller, at) => [caller, statuses[at]] as const))(
      'returns to %s %i',
      async (caller, status) => {
        const { callers, podcast, host: owner } = await createTeam(catalog)
        await unlock(podcast.id)
        send(withGuid((await catalog.as(owner).call(GetPodcast, { params: { id: podcast.id } })).feedGuid))

        const response = await catalog.as(callers[caller]).fetch(pathFor(endpoint, { params: { id: podcast.id } }), {
          method: endpoint.method,
          ...(endpoint === MoveFeed && {
            body: JSON.stringify({ newFeedUrl: `${peer.origin}/feed.xml` }),
            headers: { 'content-type': 'application/json' },
          }),
        })

        expect(response.status).toBe(status)
        await response.body?.cancel()
      },
    )
  })

  it('names the address of the feed and counts its episodes and private feeds', async () => {
    const { id } = await feed.show()
    await catalog.playableEpisode(host, id, { title: 'No MP3 yet', episodeNumber: 2 })

    expect(await catalog.as(host).call(GetDistribution, { params: { id } })).toEqual({
      feedUrl: `https://griot.example/feeds/${id}.xml`,
      isLocal: false,
      feedItems: 1,
      waitingItems: 1,
      hasOwnCover: false,
      privateFeeds: 0,
    })
  })

  it('moves the feed to the same show elsewhere, and back', async () => {
    const { id } = await feed.show()
    await unlock(id)
    send(withGuid(await guidOf(id)))
    const newFeedUrl = `${peer.origin}/feed.xml`

    expect(await move(host, id)).toEqual({ newFeedUrl })
    catalog.cache.clear()
    expect(await statusOf(id)).toEqual([301, newFeedUrl])
    await catalog.as(host).call(UndoMove, { params: { id } })
    catalog.cache.clear()
    expect(await statusOf(id)).toEqual([200, null])
    const entries = await catalog.db.many(
      z.object({ action: z.string(), details: z.unknown() }),
      sql`select action, details from audit_entry where subject_id = ${id} order by created_at`,
    )
    expect(entries).toEqual([
      { action: 'podcast.moved', details: { newFeedUrl } },
      { action: 'podcast.move_undone', details: { newFeedUrl } },
    ])
  })

  it('recognizes the show by its episodes if the new host gave it another id', async () => {
    const { id, episodeId } = await feed.show()
    await unlock(id)
    send(`<rss><channel><item><guid>${episodeId}</guid></item></channel></rss>`)

    expect(await move(host, id)).toMatchObject({ newFeedUrl: expect.any(String) })
  })

  it('does not move a locked feed', async () => {
    const { id } = await feed.show()
    send(withGuid(await guidOf(id)))

    await expect(move(host, id)).rejects.toMatchObject({ status: 409, code: 'podcast.locked' })
    expect(await statusOf(id)).toEqual([200, null])
  })

  it.each<[string, RequestListener, RegExp]>([
    ['another show', (_, response) => response.writeHead(200).end(withGuid('other')), /another show/],
    ['a page', (_, response) => response.writeHead(200).end('<html></html>'), /no podcast feed/],
    ['a missing page', (_, response) => response.writeHead(404).end(), /returned 404/],
    [
      'a redirect to this machine',
      (_, response) => response.writeHead(302, { location: 'https://127.0.0.1/' }).end(),
      /not lead to a public server/,
    ],
  ])('does not move to %s', async (_, listener, sentence) => {
    const { id } = await feed.show()
    await unlock(id)
    respond = listener

    await expect(move(host, id)).rejects.toMatchObject({
      status: 409,
      code: 'podcast.move_refused',
      message: expect.stringMatching(sentence),
      fields: { newFeedUrl: expect.stringMatching(sentence) },
    })
    expect(await statusOf(id)).toEqual([200, null])
  })

  it('does not move to this site', async () => {
    const { id } = await feed.show()
    await unlock(id)

    await expect(move(host, id, `https://griot.example/feeds/${id}.xml`)).rejects.toMatchObject({ status: 409 })
    await expect(move(host, id, 'http://example.org/feed')).rejects.toMatchObject({ status: 400 })
  })
})
