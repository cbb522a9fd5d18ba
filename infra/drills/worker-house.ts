import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { GetMedia, UploadMedia } from '@griot/contracts/media/files'
import type { MediaFile } from '@griot/contracts/media/media-file'
import { GetQueue, type QueueOverview } from '@griot/contracts/queue'
import { IDENTITY_HEADER } from '@griot/service-kit/identity'
import { createLog } from '@griot/service-kit/log'
import { createQueueing } from '@griot/service-kit/queue'
import { createIdentities } from '@griot/service-kit/testing/identity'
import { createRedis } from '@griot/service-kit/testing/redis'
import { withClient } from '../common/with-client.ts'
import { type RunningPostgres, startPostgres } from '../postgres/launcher.ts'
import { root } from '../start/config.ts'
import { MEMORY } from '../start/environment.ts'
import { prepareDatabase } from '../testing/prepare-database.ts'

/** Who sees the whole queue. */
export const ADMIN = randomUUID()

const SERVICE = join(root, 'services', 'media')
const MEDIA_QUEUE = 'media'
const SILENT = createLog('drill', 'silent')

export type WorkerHouse = Awaited<ReturnType<typeof openWorkerHouse>>

interface Shape {
  /** As they are shipped, instead of from their sources. */
  isBuilt?: boolean
  /** Else the queue stands on PostgreSQL. */
  withRedis?: boolean
}

/** The real media service and workers as processes, with a PostgreSQL and a Redis of their own that can be taken away. */
export const openWorkerHouse = async ({ isBuilt = false, withRedis = true }: Shape = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'griot-drill-'))
  let postgres: RunningPostgres = await startPostgres({ dataDir })
  const redis = await createRedis()
  const urls = await prepareDatabase(postgres.adminUrl, ['media'])
  const { sign, publicKey } = await createIdentities()
  const workDir = join(dataDir, 'work')
  const environment = {
    DATABASE_URL: urls.media,
    REDIS_URL: withRedis ? redis.url : undefined,
    OBJECTS_DIR: join(dataDir, 'objects'),
    WORK_DIR: workDir,
    CATALOG_URL: 'http://127.0.0.1:9',
    GRANT_SECRET: randomBytes(32).toString('base64url'),
    IDENTITY_PUBLIC_KEY: JSON.stringify(publicKey),
    LOG_LEVEL: 'info',
    PORT: '0',
  }
  const processes: ChildProcess[] = []
  let serviceUrl = ''

  const headersOf = async (userId: string) => ({
    [IDENTITY_HEADER]: await sign({ id: userId, roles: userId === ADMIN ? ['admin'] : [] }),
  })

  const see = async (userId: string, id: string): Promise<MediaFile> => {
    const response = await fetch(`${serviceUrl}${GetMedia.path.replace(':id', id)}`, {
      headers: await headersOf(userId),
    })
    return GetMedia.response.parse(await response.json())
  }

  /** As the superuser. */
  const askDatabase = (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> => {
    const url = Object.assign(new URL(postgres.adminUrl), { pathname: '/griot' }).href
    return withClient(url, async (client) => {
      // Triggers find what they call by it.
      await client.query('set search_path to media')
      return (await client.query(text, values)).rows
    })
  }

  return {
    redis,
    askDatabase,
    objectsDir: environment.OBJECTS_DIR,
    /** The media queue as BullMQ sees it; close it afterwards. */
    openQueue() {
      const queueing = createQueueing({ databaseUrl: urls.media, redisUrl: environment.REDIS_URL, log: SILENT })
      return { queue: queueing.queue(MEDIA_QUEUE), close: queueing.close }
    },
    postgresPid: () => postgres.pid,
    async startService() {
      const child = run('main', environment, isBuilt)
      processes.push(child)
      serviceUrl = await listening(child)
      return child
    },
    async startWorker() {
      const child = run('worker', environment, isBuilt)
      processes.push(child)
      child.stdout?.resume()
      const gone = once(child, 'exit').then(() => {
        throw new Error('the media worker ended before it was ready')
      })
      gone.catch(() => {})
      await Promise.race([once(child, 'message'), gone])
      return child
    },
    kill,
    async upload(userId: string, bytes: Buffer, name = 'episode.mp3') {
      const form = new FormData()
      form.append('audio', new File([new Uint8Array(bytes)], name, { type: 'audio/mpeg' }))
      const began = Date.now()
      const response = await fetch(`${serviceUrl}${UploadMedia.path}`, {
        method: 'POST',
        headers: await headersOf(userId),
        body: form,
      })
      if (response.status !== 201) throw new Error(`upload answered ${response.status}: ${await response.text()}`)
      const { mediaFile } = UploadMedia.response.parse(await response.json())
      return { id: mediaFile.id, tookMs: Date.now() - began }
    },
    see,
    /** A call without a body, in somebody's name. */
    async call(userId: string, method: 'GET' | 'POST', path: string): Promise<unknown> {
      const response = await fetch(`${serviceUrl}${path}`, { method, headers: await headersOf(userId) })
      if (!response.ok) throw new Error(`${path} answered ${response.status}`)
      return response.json()
    },
    async queue(userId: string): Promise<QueueOverview> {
      const response = await fetch(`${serviceUrl}${GetQueue.path}`, { headers: await headersOf(userId) })
      return GetQueue.response.parse(await response.json())
    },
    /** Everything in Redis is gone, without anybody having asked for it. */
    flushRedis: () => say(redis.url, 'FLUSHALL'),
    async killPostgres() {
      const { pid, port, died } = postgres
      process.kill(pid, 'SIGKILL')
      await died
      postgres = await startPostgres({ dataDir, port })
    },
    /** Processes that run in a worker's folder, by the worker they belong to. */
    async programs() {
      const found: { pid: number; workerPid: number }[] = []
      for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
        const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '')
        const workerPid = /griot-media-(\d+)-/.exec(folder.startsWith(workDir) ? folder : '')?.[1]
        if (workerPid !== undefined) found.push({ pid: Number(pid), workerPid: Number(workerPid) })
      }
      return found
    },
    /** How often something happened to a file. */
    async steps(id: string, kind: string) {
      const rows = await askDatabase('select 1 from media.media_step where media_file_id = $1 and kind = $2', [
        id,
        kind,
      ])
      return rows.length
    },
    /** When the last file so far was ready, as in `Date.now()`. */
    async lastReadyAt() {
      const [row] = await askDatabase(
        "select extract(epoch from max(at)) * 1000 as at from media.media_step where kind = 'ready'",
      )
      return Number(row?.at)
    },
    async close() {
      for (const child of processes) await kill(child)
      await redis.remove()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const run = (entry: 'main' | 'worker', environment: Record<string, string | undefined>, isBuilt: boolean) =>
  spawn(
    process.execPath,
    isBuilt ? [join(SERVICE, 'dist', `${entry}.js`)] : ['--import', 'tsx', join(SERVICE, 'src', `${entry}.ts`)],
    {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        ...MEMORY[entry === 'worker' ? 'worker' : 'service'],
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'inherit', ...(entry === 'worker' ? (['ipc'] as const) : [])],
    },
  )

const listening = (child: ChildProcess) =>
  new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the media service ended before it listened')))
    if (child.stdout === null) return
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { msg, port } = JSON.parse(line) as { msg: string; port?: number }
      if (msg === 'listening' && port !== undefined) resolve(`http://127.0.0.1:${port}`)
    })
  })

const kill = async (child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL') => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

const say = async (url: string, command: string) => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(`${command}\r\n`)
  const [answer] = await once(socket, 'data')
  socket.destroy()
  if (!String(answer).startsWith('+OK')) throw new Error(`${command}: ${answer}`)
}
