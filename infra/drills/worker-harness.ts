import { once } from 'node:events'
import { connect } from 'node:net'
import { basename, join } from 'node:path'
import { GetMedia, UploadMedia } from '@griot/contracts/media/files'
import type { MediaFile } from '@griot/contracts/media/media-file'
import { GetQueue, type QueueOverview } from '@griot/contracts/queue'
import { IDENTITY_HEADER } from '@griot/service-kit/identity/identity'
import { createLog } from '@griot/service-kit/log/log'
import { createQueueing } from '@griot/service-kit/queue/queue'
import { programsIn } from '@griot/service-kit/testing/programs-in'
import { createRedis } from '@griot/service-kit/testing/redis'
import { MEMORY } from '../start/environment.ts'
import { openHarness, UNREACHABLE } from '../testing/open-harness.ts'
import { programOf } from '../testing/start-process.ts'

export type WorkerHarness = Awaited<ReturnType<typeof openWorkerHarness>>

/** The media service and its worker as processes, with a PostgreSQL and a Redis that can be killed. */
export const openWorkerHarness = async () => {
  const harness = await openHarness(['media'])
  const { dataDir, urls, keys } = harness
  const redis = await createRedis()
  const workDir = join(dataDir, 'work')
  const objectsDir = join(dataDir, 'objects')
  const environment = {
    DATABASE_URL: urls.media,
    REDIS_URL: redis.url,
    OBJECTS_DIR: objectsDir,
    WORK_DIR: workDir,
    CATALOG_URL: UNREACHABLE,
    GRANT_SECRET: keys.GRANT_SECRET,
    IDENTITY_PUBLIC_KEY: keys.IDENTITY_PUBLIC_KEY,
    LOG_LEVEL: 'info',
  }
  let serviceUrl = ''

  const headersOf = async (userId: string) => ({ [IDENTITY_HEADER]: await harness.sign({ id: userId, roles: [] }) })
  const get = async (userId: string, path: string): Promise<unknown> =>
    (await fetch(`${serviceUrl}${path}`, { headers: await headersOf(userId) })).json()

  /** Runs a statement as the superuser. */
  const query = (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
    harness.asSuperuser(async (client) => {
      // The triggers call functions of this schema without its name.
      await client.query('set search_path to media')
      return (await client.query(text, values)).rows
    })

  return {
    redis,
    query,
    objectsDir,
    /** The media queue. The caller closes it. */
    openQueue() {
      const log = createLog('drill', 'silent')
      const queueing = createQueueing({ databaseUrl: urls.media, redisUrl: redis.url, log })
      return { queue: queueing.queue('media'), close: queueing.close }
    },
    async startService() {
      const service = await harness.start(programOf('services/media'), { ...MEMORY.service, ...environment })
      serviceUrl = service.url
    },
    startWorker: () =>
      harness.start(programOf('services/media', { entry: 'worker' }), { ...MEMORY.worker, ...environment }),
    async upload(userId: string, bytes: Buffer) {
      const form = new FormData()
      form.append('audio', new File([new Uint8Array(bytes)], 'episode.mp3', { type: 'audio/mpeg' }))
      const startedAt = Date.now()
      const request = { method: 'POST', headers: await headersOf(userId), body: form }
      const response = await fetch(`${serviceUrl}${UploadMedia.path}`, request)
      if (response.status !== 201) throw new Error(`upload returned ${response.status}: ${await response.text()}`)
      const { mediaFile } = UploadMedia.response.parse(await response.json())
      return { id: mediaFile.id, durationMs: Date.now() - startedAt }
    },
    async readFile(userId: string, id: string): Promise<MediaFile> {
      return GetMedia.response.parse(await get(userId, GetMedia.path.replace(':id', id)))
    },
    async readQueue(userId: string): Promise<QueueOverview> {
      return GetQueue.response.parse(await get(userId, GetQueue.path))
    },
    flushRedis: () => sendToRedis(redis.url, 'FLUSHALL'),
    killPostgres: harness.killPostgres,
    /** The PIDs of processes in a work folder: ffmpeg and ffprobe. */
    runningPrograms: () => programsIn(join(basename(dataDir), 'work', 'griot-media-')),
    /** How often a step of this kind is recorded for a file. */
    async countSteps(id: string, kind: string) {
      return (await query('select 1 from media.media_step where media_file_id = $1 and kind = $2', [id, kind])).length
    },
    async close() {
      await harness.close('SIGKILL')
      await redis.remove()
    },
  }
}

const sendToRedis = async (url: string, command: string) => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(`${command}\r\n`)
  const [reply] = await once(socket, 'data')
  socket.destroy()
  if (!String(reply).startsWith('+OK')) throw new Error(`${command}: ${reply}`)
}
