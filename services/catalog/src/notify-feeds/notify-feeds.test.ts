import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { CreateEpisode } from '@griot/contracts/catalog/episodes'
import { sql } from '@griot/service-kit/db/db'
import { createLog } from '@griot/service-kit/log/log'
import { startOutbox } from '@griot/service-kit/queue/outbox'
import { createQueueing } from '@griot/service-kit/queue/queue'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { EPISODE, startCatalog, type TestCatalog } from '../testing/harness.ts'
import { NotifyFeed } from './notify-feed.job.ts'
import { notifyFeeds } from './notify-feeds.ts'
import { NotifyEnvironment, notifyTargets } from './notify-targets.ts'

const log = createLog('catalog', 'silent')
let catalog: TestCatalog
let server: Server
let origin: string
let queueing: ReturnType<typeof createQueueing>
let outbox: ReturnType<typeof startOutbox>
let notifying: ReturnType<typeof notifyFeeds>
const received: { to: string; token: string | undefined; body: string }[] = []
/** The statuses of the next responses of the hub; 204 without one. */
const statuses: number[] = []

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = await text(request)
    received.push({ to: `${request.method} ${request.url}`, token: request.headers.authorization, body })
    response.writeHead(request.url === '/hub' ? (statuses.shift() ?? 204) : 200).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  catalog = await startCatalog()
  queueing = createQueueing({ databaseUrl: catalog.database.url, redisUrl: catalog.redisUrl, log })
  const parts = { db: catalog.db, queueing, log }
  outbox = startOutbox({ ...parts, attempts: { [NotifyFeed.name]: 3 } })
  const settings = { WEBSUB_HUBS: `${origin}/hub`, PODCAST_INDEX: 'on', PODPING_TOKEN: 'secret' }
  notifying = notifyFeeds({
    ...parts,
    targets: notifyTargets(NotifyEnvironment.parse(settings), {
      podcastIndex: `${origin}/index`,
      podping: `${origin}/podping`,
    }),
    feedUrl: (id) => `https://griot.example/feeds/${id}.xml`,
    kick: outbox.kick,
    quietSeconds: 1,
    pauseMs: 50,
  })
})
afterAll(async () => {
  await notifying.close()
  await outbox.close()
  await queueing.close()
  server.close()
  await catalog.close()
})
beforeEach(async () => {
  await catalog.deletePodcasts()
  received.length = 0
  statuses.length = 0
})

const change = (podcastId: string, more = sql``) =>
  catalog.db.run(sql`update podcast set feed_changed_at = clock_timestamp() ${more} where id = ${podcastId}`)
/** A podcast whose episode has a finished MP3. */
const servedPodcast = async (host = person()) => {
  const podcast = await catalog.listedPodcast(host)
  await catalog.db.run(sql`update episode set mp3_bytes = 100000 where podcast_id = ${podcast.id}`)
  return podcast
}
const failedJobs = async () =>
  (await queueing.queue(NotifyFeed.queue).getFailed()).map(({ failedReason }) => failedReason)
const TIMEOUT = { timeout: 20_000 }

describe('a changed feed', () => {
  it('is announced once to hub, index and Podping after the last of several changes', async () => {
    const { id } = await servedPodcast()
    const feed = encodeURIComponent(`https://griot.example/feeds/${id}.xml`)
    for (const _ of [1, 2, 3]) await change(id)
    const changedAt = Date.now()
    await expect.poll(() => received.length, TIMEOUT).toBe(3)

    expect(Date.now() - changedAt).toBeGreaterThanOrEqual(950)
    expect(received).toEqual([
      { to: 'POST /hub', token: undefined, body: `hub.mode=publish&hub.topic=${feed}&hub.url=${feed}` },
      { to: `GET /index?url=${feed}`, token: undefined, body: '' },
      { to: `GET /podping?url=${feed}&reason=update&medium=podcast`, token: 'secret', body: '' },
    ])
  })

  it('is announced again only to the service that refused it', async () => {
    statuses.push(503, 202)
    const { id } = await servedPodcast()
    await change(id)

    await expect.poll(() => received.length, TIMEOUT).toBe(4)
    expect(received.map(({ to }) => to.split('?')[0])).toEqual(['POST /hub', 'GET /index', 'GET /podping', 'POST /hub'])
  })

  it('stays in the queue as failed, with the status, after the last attempt', async () => {
    statuses.push(500, 500, 500)
    const { id } = await servedPodcast()
    await change(id)

    await expect.poll(failedJobs, TIMEOUT).toEqual([`hub ${origin}/hub returned 500.`])
  })

  it('is not announced if it is not served, or has moved', async () => {
    const draft = await catalog.podcast()
    const moved = await servedPodcast()
    const shown = await servedPodcast()
    await change(draft.id)
    await change(moved.id, sql`, new_feed_url = 'https://other.example/feed'`)
    await change(shown.id)
    await expect.poll(() => received.length, TIMEOUT).toBe(3)

    expect(JSON.stringify(received)).not.toMatch(new RegExp(`${draft.id}|${moved.id}`))
  })

  it('is not announced for an episode with a release date in the past', async () => {
    const host = person()
    const { id } = await servedPodcast(host)
    await change(id)
    await expect.poll(() => received.length, TIMEOUT).toBe(3)
    const isNotified = () =>
      catalog.db.one(
        z.object({ isNotified: z.boolean() }),
        sql`select feed_notified_at >= feed_changed_at as "isNotified" from podcast where id = ${id}`,
      )
    const add = (more: object) =>
      catalog.as(host).call(CreateEpisode, { body: { ...EPISODE, podcastId: id, title: 'Another', ...more } })

    await add({ episodeNumber: 2, releaseDate: '2020-01-01T00:00:00.000Z' })
    expect(await isNotified()).toEqual({ isNotified: true })
    await add({ episodeNumber: 3 })
    await expect.poll(() => received.length, TIMEOUT).toBe(6)
  })
})

it('announces nothing unless a service is configured', () => {
  expect(notifyTargets(NotifyEnvironment.parse({}))).toEqual([])
})
