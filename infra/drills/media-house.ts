import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createIdentities } from '@griot/service-kit/testing/identity'
import type pg from 'pg'
import { withClient } from '../common/with-client.ts'
import { startPostgres } from '../postgres/launcher.ts'
import { root } from '../start/config.ts'
import { signIn } from '../testing/gateway.ts'
import { prepareDatabase } from '../testing/prepare-database.ts'
import { type RunningProcess, startProcess } from '../testing/process.ts'

const GATEWAY = join(root, 'gateway')
const MEDIA = join(root, 'services', 'media')
const CATALOG = join(root, 'services', 'catalog')

export type MediaHouse = Awaited<ReturnType<typeof openMediaHouse>>

export interface HouseOptions {
  /** For the media service, beside what it needs anyway. */
  media?: Record<string, string>
  gateway?: Record<string, string>
  /** Has the catalog run as well, with this beside what it needs anyway; else nobody is there. */
  catalog?: Record<string, string>
  /** Where objects are kept; a folder of the house's own when left out. */
  objectsDir?: string
  /** Somebody who works on what is uploaded; else it waits. */
  withWorker?: boolean
}

/** Somebody who is signed in. */
export interface Somebody {
  cookie: string
  fetch(path: string, init?: RequestInit): Promise<Response>
}

/** The real gateway and media service as processes, a worker and the catalog if wanted, on a PostgreSQL of their own. */
export const openMediaHouse = async ({
  media = {},
  gateway = {},
  catalog,
  objectsDir: given,
  withWorker = false,
}: HouseOptions = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'griot-drill-'))
  const objectsDir = given ?? join(dataDir, 'objects')
  await mkdir(objectsDir, { recursive: true })
  const postgres = await startPostgres({ dataDir })
  const urls = await prepareDatabase(postgres.adminUrl, ['media', 'gateway', 'catalog'])
  const { publicKey, privateKey } = await createIdentities()
  const common = { OBJECTS_DIR: objectsDir, GRANT_SECRET: randomBytes(32).toString('base64url'), LOG_LEVEL: 'info' }
  const nobody = 'http://127.0.0.1:9'

  const mediaEnvironment = {
    ...common,
    DATABASE_URL: urls.media,
    CATALOG_URL: nobody,
    IDENTITY_PUBLIC_KEY: JSON.stringify(publicKey),
    ...media,
  }
  let mediaService = await start(MEDIA, mediaEnvironment)
  const worker = withWorker ? await startWorker({ ...mediaEnvironment, WORK_DIR: join(dataDir, 'work') }) : undefined
  const catalogService =
    catalog &&
    (await start(CATALOG, {
      ...common,
      DATABASE_URL: urls.catalog,
      MEDIA_URL: mediaService.url,
      IDENTITY_PUBLIC_KEY: JSON.stringify(publicKey),
      ...catalog,
    }))
  const gatewayEnvironment = {
    ...common,
    DATABASE_URL: urls.gateway,
    MEDIA_URL: mediaService.url,
    CATALOG_URL: catalogService?.url ?? nobody,
    LISTENING_POINTS_URL: nobody,
    IDENTITY_PRIVATE_KEY: JSON.stringify(privateKey),
    MODULES_DIR: join(dataDir, 'modules'),
    SHELL_DIR: join(dataDir, 'shell'),
    ...gateway,
  }
  let gatewayService = await start(GATEWAY, gatewayEnvironment)
  const asAdmin = <Result>(work: (client: pg.Client) => Promise<Result>) =>
    withClient(Object.assign(new URL(postgres.adminUrl), { pathname: '/griot' }).href, async (client) => {
      // Triggers find what they call by it.
      await client.query('set search_path to media')
      return work(client)
    })

  const others = [worker, catalogService].filter((process) => process !== undefined)
  return {
    objectsDir,
    asAdmin,
    origin: () => gatewayService.url,
    pidOf: (process: 'gateway' | 'media') => (process === 'media' ? mediaService : gatewayService).pid,
    workerPid: () => worker?.pid ?? 0,
    mediaUrl: () => mediaService.url,
    /** Somebody new, signed in. */
    async somebody(): Promise<Somebody> {
      const [cookie = ''] = await signIn(urls.gateway, [randomUUID()])
      return {
        cookie,
        fetch: (path, init = {}) =>
          fetch(new URL(path, gatewayService.url), { ...init, headers: { ...init.headers, cookie } }),
      }
    },
    /** Ends the process as a crash would, and starts it again where it was. */
    async killMedia() {
      mediaService = await killAndStart(MEDIA, mediaEnvironment, mediaService)
    },
    async killGateway() {
      gatewayService = await killAndStart(GATEWAY, gatewayEnvironment, gatewayService)
    },
    areAlive: () =>
      [mediaService, gatewayService, ...others].every(
        ({ child }) => child.exitCode === null && child.signalCode === null,
      ),
    /** What is kept on the disk, by where it is. */
    async storedFiles() {
      const entries = await readdir(objectsDir, { recursive: true, withFileTypes: true }).catch(() => [])
      return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    },
    /** The worker's part, without the work: the file may be heard. */
    markReady: (mediaFileId: string) =>
      asAdmin((client) =>
        client.query(
          `update media.media_file set status = 'ready', duration_seconds = 42, format = 'mp3', codec = 'mp3'
           where id = $1`,
          [mediaFileId],
        ),
      ),
    async close() {
      for (const { child, gone } of [gatewayService, ...others, mediaService]) {
        child.kill('SIGTERM')
        await gone
      }
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const start = (folder: string, environment: Record<string, string>) =>
  startProcess(['--import', 'tsx', join(folder, 'src', 'main.ts')], environment)

const startWorker = async (environment: Record<string, string>) => {
  const child = spawn(process.execPath, ['--import', 'tsx', join(MEDIA, 'src', 'worker.ts')], {
    cwd: root,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const gone = once(child, 'exit')
  const isReady = await Promise.race([once(child, 'message').then(() => true), gone.then(() => false)])
  if (!isReady) throw new Error('the media worker ended before it was ready')
  return { child, pid: child.pid ?? 0, gone }
}

/** Ends it as a crash would, and starts it where it was. */
const killAndStart = async (folder: string, environment: Record<string, string>, running: RunningProcess) => {
  running.child.kill('SIGKILL')
  await running.gone
  return start(folder, { ...environment, PORT: new URL(running.url).port })
}
