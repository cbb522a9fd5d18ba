import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CreateEpisode } from '@griot/contracts/catalog/episodes'
import { CreatePodcast, type PodcastKind } from '@griot/contracts/catalog/podcasts'
import type { EventType } from '@griot/contracts/events'
import { type Queryable, sql } from '@griot/service-kit/db/db'
import { createFetcher, type FetchPublic } from '@griot/service-kit/fetch/fetch-public'
import { KEEP_ALIVE_MS } from '@griot/service-kit/http/serve'
import type { VerifyIdentity } from '@griot/service-kit/identity/identity'
import { createLog } from '@griot/service-kit/log/log'
import type { EventBatch } from '@griot/service-kit/queue/event-batch'
import { eventQueue } from '@griot/service-kit/queue/outbox'
import { createQueueing, jobOptions } from '@griot/service-kit/queue/queue'
import { openBackingServices } from '@griot/service-kit/testing/backing-services'
import { createTestDatabase } from '@griot/service-kit/testing/database'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { serveForTest } from '@griot/service-kit/testing/service'
import type { z } from 'zod'
import { createApp } from '../app.ts'
import { consumeCatalogEvents } from '../events.ts'
import { ResponseCache } from '../response-cache.ts'

export const PODCAST = {
  title: 'Kitchen Table Economics',
  description: 'Money, plainly.',
  hostName: 'Ama Mensah',
  category: 'business' as const,
}

export const EPISODE = { title: 'The first susu', description: 'Saving together.', duration: 600, episodeNumber: 1 }

const log = createLog('catalog', 'silent')
/** The origin of public addresses in tests. */
export const PUBLIC_ORIGIN = 'https://griot.example'
const UNREACHABLE = 'http://127.0.0.1:9'

/** A peer service that accepts the same identity tokens. */
type Peer = (verify: VerifyIdentity) => { callback(): Parameters<typeof createServer>[1] }

/** Starts a catalog with its own database, and returns helpers that create test data. */
export const startCatalog = async ({
  media,
  reads,
  sendsMail = false,
  fetchPublic = createFetcher(),
}: {
  media?: Peer
  reads?: Queryable
  sendsMail?: boolean
  fetchPublic?: FetchPublic
} = {}) => {
  const database = await createTestDatabase('catalog', new URL('../../migrations/', import.meta.url))
  const cache = new ResponseCache({ db: database.db, replica: reads })
  const backingServices = await openBackingServices()
  const { store, redisUrl, storedKeys } = backingServices
  let peer: Awaited<ReturnType<typeof startPeer>> | undefined
  const service = await serveForTest(async (verify) => {
    if (media !== undefined) peer = await startPeer(media, verify)
    return createApp({
      db: database.db,
      cache,
      store,
      onChange: () => cache.clear(),
      mediaUrl: peer?.url ?? UNREACHABLE,
      sendsMail,
      fetchPublic,
      publicOrigin: { origin: PUBLIC_ORIGIN, isLocal: false },
      productName: 'Griot',
      notified: { hubs: ['https://hub.example/'], usesPodping: true },
      verify,
      log,
    })
  })
  return {
    ...service,
    database,
    db: database.db,
    cache,
    store,
    redisUrl,
    storedKeys,
    podcast: (host: Person = person(), about: Partial<typeof PODCAST & { kind: PodcastKind }> = {}) =>
      service.as(host).call(CreatePodcast, { body: { ...PODCAST, ...about } }),
    /** Creates a podcast with a playable episode, which everyone finds in lists. */
    async listedPodcast(host: Person = person(), about: Partial<typeof PODCAST> = {}) {
      const podcast = await this.podcast(host, about)
      await this.playableEpisode(host, podcast.id, { title: 'Trailer', episodeNumber: 1000 })
      return podcast
    },
    async playableEpisode(host: Person, podcastId: string, about: Partial<typeof EPISODE> = {}) {
      const episode = await this.episode(host, podcastId, about)
      await database.db.run(sql`
        update episode set audio_file_id = gen_random_uuid(), measured_seconds = typed_seconds where id = ${episode.id}
      `)
      cache.clear()
      return episode
    },
    episode: (host: Person, podcastId: string, about: Partial<typeof EPISODE> = {}) =>
      service.as(host).call(CreateEpisode, { body: { ...EPISODE, podcastId, ...about } }),
    draft: (host: Person, podcastId: string) =>
      service.as(host).call(CreateEpisode, { body: { ...EPISODE, podcastId, status: 'draft' } }),
    /** Sends any value as JSON, including invalid requests. */
    post: (who: Person | null, path: string, body: unknown) =>
      service.as(who).fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    /** Returns all pages of a list by following its `Link` headers. */
    async follow<Item>(path: string) {
      const pages: Item[][] = []
      for (let next: string | undefined = path; next !== undefined; ) {
        const response = await service.as(null).fetch(next)
        pages.push((await response.json()) as Item[])
        next = response.headers.get('link')?.match(/^<([^>]+)>; rel="next"$/)?.[1]
      }
      return pages
    },
    async deletePodcasts() {
      await database.db.pool.query('delete from episode; delete from podcast_popularity; delete from podcast')
      cache.clear()
    },
    async close() {
      await service.close()
      await peer?.close()
      await database.drop()
      await backingServices.close()
    },
  }
}

export type TestCatalog = Awaited<ReturnType<typeof startCatalog>>

const startPeer = async (peer: Peer, verify: VerifyIdentity) => {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, peer(verify).callback())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** An event as delivered to catalog. The same id twice is a repeated delivery. */
export const event = <Data extends z.ZodObject>(
  event: EventType<Data>,
  data: z.input<Data>,
  id: string = randomUUID(),
) => ({
  name: event.name,
  data: event.data.parse(data),
  id,
})

/** A job that carries several events of one type. */
export const batch = (events: ReturnType<typeof event>[]) => {
  const data = { events } satisfies EventBatch
  return { name: events[0]?.name ?? '', data, id: randomUUID() }
}

/** Connects a catalog to a real event queue. */
export const startEvents = ({ database, db, cache, redisUrl }: TestCatalog) => {
  const queueing = createQueueing({ databaseUrl: database.url, redisUrl, log })
  const queue = queueing.queue(eventQueue('catalog'))
  const worker = consumeCatalogEvents({ db, queueing, log, onChange: () => cache.clear() })
  return {
    /** Delivers events in this order and waits until catalog has processed all of them. */
    async deliver(events: ReturnType<typeof event>[]) {
      if (events.length === 0) return
      const waiting = new Set<string>(events.map(({ id }) => id))
      const done = new Promise<void>((resolve, reject) => {
        const take = (id: string | undefined) => {
          waiting.delete(id ?? '')
          if (waiting.size > 0) return
          worker.off('completed', onCompleted).off('failed', onFailed)
          resolve()
        }
        const onCompleted = (job: { id?: string | undefined }) => take(job.id)
        const onFailed = (_: unknown, error: Error) => reject(error)
        worker.on('completed', onCompleted).on('failed', onFailed)
      })
      // The queue accepts a job id again only after the finished job is removed.
      for (const { id } of events) await queue.remove(id)
      await queue.addBulk(events.map(({ name, data, id }) => ({ name, data, opts: jobOptions(id, 3) })))
      await done
    },
    close: () => queueing.close(),
  }
}
