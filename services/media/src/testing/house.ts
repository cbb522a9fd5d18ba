import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Episode } from '@griot/contracts/catalog/episodes'
import { UploadMedia } from '@griot/contracts/media/files'
import type { MediaFile } from '@griot/contracts/media/media-file'
import { createLog } from '@griot/service-kit/log'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import { type Outbox, startOutbox } from '@griot/service-kit/outbox'
import { createQueueing } from '@griot/service-kit/queue'
import { KEEP_ALIVE_MS } from '@griot/service-kit/serve'
import { createTestDatabase, type TestDatabase } from '@griot/service-kit/testing/database'
import { serveForTest, type TestService, type Visitor } from '@griot/service-kit/testing/service'
import { openSurroundings } from '@griot/service-kit/testing/surroundings'
import { createApp } from '../app.ts'
import { watchChanges } from '../live/watch-changes.ts'
import { JOB_ATTEMPTS } from '../processing/jobs.ts'
import { MEDIA_QUEUE } from '../processing/probe-media.job.ts'
import { openMediaQueue } from '../queue/media-queue.ts'
import type { UploadLimits } from '../uploads/limits.ts'

export const log = createLog('media-test', process.env.TEST_LOG_LEVEL ?? 'silent')
export const grantSecret = randomBytes(32).toString('base64url')

/** What catalog knows of an episode, as far as it matters here. */
type KnownEpisode = Pick<Episode, 'hostId'> & Partial<Pick<Episode, 'status'>>

/** The service with everything that stands around it, on a database and a folder of its own. */
export interface House {
  database: TestDatabase
  service: TestService
  store: ObjectStore
  objectsDir: string
  episodes: Map<string, KnownEpisode>
  /** Every file of the object store, unfinished ones included. */
  storedFiles(): Promise<string[]>
  /** The bytes of an object. */
  stored(key: string): Promise<Buffer>
  /** Starts moving jobs from the outbox to the queue. */
  startOutbox(): Outbox
  queueing: ReturnType<typeof createQueueing>
  close(): Promise<void>
}

/** Wraps the store of a house, to make it fail where a test wants it to. */
type Around = (store: ObjectStore) => ObjectStore

/** Of people who are in nobody's way. */
const ROOMY: UploadLimits = {
  quotaBytes: null,
  quotaFiles: null,
  freeDiskBytes: 0,
  atOnceEach: 32,
  atOnce: 64,
  pace: { bytesPerSecond: 16 * 1024, windowMs: 30_000 },
}

export const openHouse = async (
  around: Around = (store) => store,
  limits: Partial<UploadLimits> = {},
): Promise<House> => {
  const database = await createTestDatabase('media', new URL('../../migrations/', import.meta.url))
  const surroundings = await openSurroundings()
  const store = around(surroundings.store)
  const catalog = await serveEpisodes()
  const queueing = createQueueing({ databaseUrl: database.url, redisUrl: surroundings.redisUrl, log })
  const changes = watchChanges({ db: database.db, log })
  const outboxes: Outbox[] = []
  const jobs = queueing.queue(MEDIA_QUEUE)
  const service = await serveForTest((verify) =>
    createApp({
      db: database.db,
      store,
      outbox: {
        kick: () => {
          for (const outbox of outboxes) outbox.kick()
        },
      },
      changes,
      queue: openMediaQueue(jobs, () => queueing.isReachable()),
      jobs,
      verify,
      log,
      catalogUrl: catalog.url,
      grantSecret,
      limits: { ...ROOMY, ...limits },
    }),
  )
  return {
    database,
    service,
    store,
    objectsDir: surroundings.objectsDir,
    episodes: catalog.episodes,
    queueing,
    storedFiles: surroundings.storedKeys,
    stored: async (key) => buffer(await surroundings.store.read(key)),
    startOutbox() {
      const outbox = startOutbox({ db: database.db, queueing, log, attempts: JOB_ATTEMPTS })
      outboxes.push(outbox)
      return outbox
    },
    async close() {
      await changes.close()
      await service.close()
      for (const outbox of outboxes) await outbox.close()
      await queueing.close()
      await catalog.close()
      await database.drop()
      await surroundings.close()
    },
  }
}

/** The one thing that media asks catalog: who hosts an episode. */
const serveEpisodes = async () => {
  const episodes = new Map<string, KnownEpisode>()
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    const id = request.url?.split('/').at(-1) ?? ''
    const known = episodes.get(id)
    response.setHeader('content-type', 'application/json')
    response.statusCode = known === undefined ? 404 : 200
    response.end(JSON.stringify(known === undefined ? {} : { ...ANY_EPISODE, ...known, id }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    episodes,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const ANY_EPISODE = {
  podcastId: randomUUID(),
  title: 'The river',
  description: 'A story.',
  audioFileId: null,
  audioUrl: null,
  duration: 60,
  episodeNumber: 1,
  releaseDate: new Date(0).toISOString(),
  podcastTitle: 'Stories',
  status: 'published',
  publishAt: null,
}

export const formOf = (bytes: Uint8Array<ArrayBuffer> | Buffer, name = 'episode.mp3', type = 'audio/mpeg') => {
  const form = new FormData()
  form.append('audio', new File([new Uint8Array(bytes)], name, { type }))
  return form
}

/** Uploads and answers the file, or fails with what the service said. */
export const upload = async (visitor: Visitor, form: FormData): Promise<MediaFile> => {
  const response = await visitor.fetch(UploadMedia.path, { method: 'POST', body: form })
  const text = await response.text()
  if (response.status !== 201) throw new Error(`${response.status}: ${text}`)
  return UploadMedia.response.parse(JSON.parse(text)).mediaFile
}
