import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CreateEpisode } from '@griot/contracts/catalog/episodes'
import { CreatePodcast } from '@griot/contracts/catalog/podcasts'
import type { EventType } from '@griot/contracts/events'
import type { Queryable } from '@griot/service-kit/db'
import type { VerifyIdentity } from '@griot/service-kit/identity'
import { createLog } from '@griot/service-kit/log'
import { eventQueue } from '@griot/service-kit/outbox'
import { createQueueing, jobOptions } from '@griot/service-kit/queue'
import { KEEP_ALIVE_MS } from '@griot/service-kit/serve'
import { createTestDatabase } from '@griot/service-kit/testing/database'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { serveForTest } from '@griot/service-kit/testing/service'
import { openSurroundings } from '@griot/service-kit/testing/surroundings'
import type { z } from 'zod'
import { createApp } from './app.ts'
import { followEvents } from './events.ts'
import { HotAnswers } from './hot-answers.ts'

export const PODCAST = {
  title: 'Kitchen Table Economics',
  description: 'Money, plainly.',
  hostName: 'Ama Mensah',
  category: 'business' as const,
}

export const EPISODE = { title: 'The first susu', description: 'Saving together.', duration: 600, episodeNumber: 1 }

const log = createLog('catalog', 'silent')
const NOBODY_THERE = 'http://127.0.0.1:9'

/** A service of the others that speaks our contracts, built on the gateway identity that the catalog believes. */
type Peer = (verify: VerifyIdentity) => { callback(): Parameters<typeof createServer>[1] }

/** A catalog of a test file's own, with its database, and the things tests begin with. */
export const startCatalog = async ({ media, reads }: { media?: Peer; reads?: Queryable } = {}) => {
  const database = await createTestDatabase('catalog', new URL('../migrations/', import.meta.url))
  const hot = new HotAnswers()
  const surroundings = await openSurroundings()
  const { store, redisUrl, storedKeys } = surroundings
  const outbox = { kick: () => {} }
  let peer: Awaited<ReturnType<typeof startPeer>> | undefined
  const service = await serveForTest(async (verify) => {
    if (media !== undefined) peer = await startPeer(media, verify)
    return createApp({
      db: database.db,
      ...(reads && { reads }),
      hot,
      store,
      outbox,
      mediaUrl: peer?.url ?? NOBODY_THERE,
      verify,
      log,
    })
  })
  return {
    ...service,
    database,
    db: database.db,
    hot,
    store,
    redisUrl,
    storedKeys,
    podcast: (host: Person = person(), about: Partial<typeof PODCAST> = {}) =>
      service.as(host).call(CreatePodcast, { body: { ...PODCAST, ...about } }),
    episode: (host: Person, podcastId: string, about: Partial<typeof EPISODE> = {}) =>
      service.as(host).call(CreateEpisode, { body: { ...EPISODE, podcastId, ...about } }),
    /** Sends a request as JSON, whatever its shape. */
    post: (who: Person | null, path: string, body: unknown) =>
      service.as(who).fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    /** Every page of a list from this path on, as people's programs follow them. */
    async follow<Item>(path: string) {
      const pages: Item[][] = []
      for (let next: string | undefined = path; next !== undefined; ) {
        const response = await service.as(null).fetch(next)
        pages.push((await response.json()) as Item[])
        next = response.headers.get('link')?.match(/^<([^>]+)>; rel="next"$/)?.[1]
      }
      return pages
    },
    async close() {
      await service.close()
      await peer?.close()
      await database.drop()
      await surroundings.close()
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

/** An event on its way to the catalog; the same id twice is the same delivery twice. */
export const told = <Data extends z.ZodObject>(
  event: EventType<Data>,
  data: z.input<Data>,
  id: string = randomUUID(),
) => ({
  name: event.name,
  data: event.data.parse(data),
  id,
})

/** The real queue in front of a catalog, as the other services' outboxes fill it. */
export const startEvents = ({ database, db, hot, redisUrl }: TestCatalog) => {
  const queueing = createQueueing({ databaseUrl: database.url, redisUrl, log })
  const queue = queueing.queue(eventQueue('catalog'))
  const worker = followEvents({ db, queueing, log, hot, outbox: { kick: () => {} } })
  return {
    /** Delivers events in this order and waits until the catalog has taken notice of every one. */
    async deliver(events: ReturnType<typeof told>[]) {
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
      // A queue that forgot a finished job takes it again: that is how a repeated delivery comes about.
      for (const { id } of events) await queue.remove(id)
      await queue.addBulk(events.map(({ name, data, id }) => ({ name, data, opts: jobOptions(id, 3) })))
      await done
    },
    close: () => queueing.close(),
  }
}
