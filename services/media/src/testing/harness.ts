import { randomBytes, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { EpisodeStatus } from '@griot/contracts/catalog/episodes'
import type { MemberRole } from '@griot/contracts/catalog/roles'
import { MAX_UPLOAD_BYTES } from '@griot/contracts/media/audio-types'
import { UploadMedia } from '@griot/contracts/media/files'
import type { MediaFile } from '@griot/contracts/media/media-file'
import { inTransaction } from '@griot/service-kit/db/db'
import { createLog } from '@griot/service-kit/log/log'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import { type Outbox, startOutbox } from '@griot/service-kit/queue/outbox'
import { createQueueing } from '@griot/service-kit/queue/queue'
import { openBackingServices } from '@griot/service-kit/testing/backing-services'
import { createTestDatabase, type TestDatabase } from '@griot/service-kit/testing/database'
import type { Person } from '@griot/service-kit/testing/identity'
import { serveForTest, type TestService, type Visitor } from '@griot/service-kit/testing/service'
import { createApp } from '../app.ts'
import type { UploadLimits } from '../config.ts'
import { JOB_DELIVERY } from '../job-delivery.ts'
import { openMediaQueues } from '../jobs/media-queues.ts'
import { watchChanges } from '../live/watch-changes.ts'
import { markFailed, markReady } from '../processing/processing.queries.ts'
import { type KnownEpisode, serveCatalog } from './catalog-peer.ts'

export const log = createLog('media-test', process.env.TEST_LOG_LEVEL ?? 'silent')
export const grantSecret = randomBytes(32).toString('base64url')

/** The media service on its own database and object store, with a stub of the catalog service. */
export interface Harness {
  database: TestDatabase
  service: TestService
  store: ObjectStore
  objectsDir: string
  episodes: Map<string, KnownEpisode>
  /** Episode ids by the token of their private link. */
  previews: Map<string, string>
  /** The keys of all stored objects, unfinished uploads included. */
  storedKeys(): Promise<string[]>
  readObject(key: string): Promise<Buffer>
  /** Counts everything that an upload can leave behind. */
  traces(): Promise<{ files: number; uploads: number; jobs: number; stored: number }>
  /** Starts the delivery of jobs from the outbox to the queue. */
  startOutbox(): Outbox
  /** Sets a file to ready without a worker. */
  markReady(mediaFileId: string, durationSeconds?: number): Promise<void>
  /** Sets a file to failed; by default with a failure that a retry may fix. */
  markFailed(mediaFileId: string, failure?: { isPermanent?: boolean }): Promise<void>
  /** Sets the audio that catalog returns for an episode. */
  setAudio(episodeId: string, audioFileId: string): void
  /** Adds members to the show of an episode, by user id. */
  addMembers(episodeId: string, members: Record<string, MemberRole>): void
  /** Adds an episode of this host to the catalog stub and returns its id. */
  addEpisode(host: Person, status?: EpisodeStatus): string
  queueing: ReturnType<typeof createQueueing>
  close(): Promise<void>
}

/** Wraps the object store of a test, for example to make it fail. */
type WrapStore = (store: ObjectStore) => ObjectStore

const NO_LIMITS: UploadLimits = {
  losslessBytes: MAX_UPLOAD_BYTES,
  quotaBytes: null,
  quotaFiles: null,
  freeDiskBytes: 0,
  atOnceEach: 32,
  atOnce: 64,
  minimumSpeed: { bytesPerSecond: 16 * 1024, windowMs: 30_000 },
}

export const openHarness = async (
  wrapStore: WrapStore = (store) => store,
  limits: Partial<UploadLimits> = {},
): Promise<Harness> => {
  const database = await createTestDatabase('media', new URL('../../migrations/', import.meta.url))
  const backingServices = await openBackingServices()
  const store = wrapStore(backingServices.store)
  let catalog: Awaited<ReturnType<typeof serveCatalog>> | undefined
  const queueing = createQueueing({ databaseUrl: database.url, redisUrl: backingServices.redisUrl, log })
  const changes = watchChanges({ db: database.db, log })
  const outboxes: Outbox[] = []
  const jobs = openMediaQueues(queueing)
  const service = await serveForTest(async (verify) => {
    catalog = await serveCatalog(verify)
    return createApp({
      db: database.db,
      store,
      outbox: {
        kick: () => {
          for (const outbox of outboxes) outbox.kick()
        },
      },
      changes,
      jobs,
      isQueueReachable: () => queueing.isReachable(),
      verify,
      log,
      catalogUrl: catalog.url,
      grantSecret,
      limits: { ...NO_LIMITS, ...limits },
    })
  })
  const { episodes, previews } = catalog ?? { episodes: new Map(), previews: new Map() }
  return {
    database,
    service,
    store,
    objectsDir: backingServices.objectsDir,
    episodes,
    previews,
    queueing,
    storedKeys: backingServices.storedKeys,
    async traces() {
      const { rows } = await database.db.pool.query(
        'select (select count(*) from media_file) as files, (select count(*) from upload) as uploads, (select count(*) from outbox) as jobs',
      )
      return { ...rows[0], stored: (await backingServices.storedKeys()).length }
    },
    readObject: async (key) => buffer(await backingServices.store.read(key)),
    startOutbox() {
      const outbox = startOutbox({ db: database.db, queueing, log, ...JOB_DELIVERY })
      outboxes.push(outbox)
      return outbox
    },
    async markReady(mediaFileId, durationSeconds = 42) {
      const measured = { ...MEASURED, durationSeconds }
      await inTransaction(database.db, (tx) => markReady(tx, { mediaFileId, revision: 1 }, measured))
    },
    async markFailed(mediaFileId, { isPermanent = false } = {}) {
      const failure = isPermanent ? { sentence: 'This file is not audio we can read.', isPermanent } : {}
      await inTransaction(database.db, (tx) => markFailed(tx, { mediaFileId, revision: 1 }, failure))
    },
    addEpisode(host, status = 'published') {
      const id = randomUUID()
      episodes.set(id, { hostId: host.id, status })
      return id
    },
    setAudio(episodeId, audioFileId) {
      const known = episodes.get(episodeId)
      if (known !== undefined) episodes.set(episodeId, { ...known, audioFileId })
    },
    addMembers(episodeId, members) {
      const known = episodes.get(episodeId)
      if (known !== undefined) episodes.set(episodeId, { ...known, members })
    },
    async close() {
      await changes.close()
      await service.close()
      for (const outbox of outboxes) await outbox.close()
      await queueing.close()
      await catalog?.close()
      await database.drop()
      await backingServices.close()
    },
  }
}

const MEASURED = {
  format: 'mp3' as const,
  codec: 'mp3',
  bitrate: 128_000,
  sampleRate: 44_100,
  channels: 2,
  promisedSeconds: null,
  isCutAtEnd: false,
  sound: { loudness: -16, peak: -1.5, leadingSilence: 0, trailingSilence: 0.5 },
  peaks: Buffer.from([0, 128, 255]),
  tags: { title: null, artist: null, album: null },
  chapters: null,
  artwork: null,
}

export const formOf = (bytes: Uint8Array<ArrayBuffer> | Buffer, name = 'episode.mp3', type = 'audio/mpeg') => {
  const form = new FormData()
  form.append('audio', new File([new Uint8Array(bytes)], name, { type }))
  return form
}

/** Uploads a form and returns the media file; throws with the response if it is refused. */
export const upload = async (visitor: Visitor, form: FormData): Promise<MediaFile> => {
  const response = await visitor.fetch(UploadMedia.path, { method: 'POST', body: form })
  const text = await response.text()
  if (response.status !== 201) throw new Error(`${response.status}: ${text}`)
  return UploadMedia.response.parse(JSON.parse(text)).mediaFile
}
