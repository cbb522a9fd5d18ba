import { randomUUID } from 'node:crypto'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { gatewayEnvironment, openHarness, UNREACHABLE } from '../testing/open-harness.ts'
import { signIn } from '../testing/sign-in.ts'
import { programOf } from '../testing/start-process.ts'

export type MediaHarness = Awaited<ReturnType<typeof openMediaHarness>>

interface Options {
  /** Additional variables of the media service. */
  media?: Record<string, string>
  gateway?: Record<string, string>
  /** Starts the catalog with these additional variables. */
  catalog?: Record<string, string>
  /** Default: a temporary folder. */
  objectsDir?: string
  withWorker?: boolean
}

export interface SignedInUser {
  cookie: string
  fetch(path: string, init?: RequestInit): Promise<Response>
}

/** The gateway and the media service as processes, optionally with a worker and the catalog. */
export const openMediaHarness = async (options: Options = {}) => {
  const harness = await openHarness(['media', 'gateway', 'catalog'])
  const { dataDir, urls, keys } = harness
  const objectsDir = options.objectsDir ?? join(dataDir, 'objects')
  await mkdir(objectsDir, { recursive: true })
  const common = { OBJECTS_DIR: objectsDir, GRANT_SECRET: keys.GRANT_SECRET, LOG_LEVEL: 'info' }
  const mediaEnvironment = {
    ...common,
    DATABASE_URL: urls.media,
    CATALOG_URL: UNREACHABLE,
    IDENTITY_PUBLIC_KEY: keys.IDENTITY_PUBLIC_KEY,
    ...options.media,
  }
  let media = await harness.start(programOf('services/media'), mediaEnvironment)
  const worker = options.withWorker
    ? await harness.start(programOf('services/media', { entry: 'worker' }), {
        ...mediaEnvironment,
        WORK_DIR: join(dataDir, 'work'),
      })
    : undefined
  const catalog =
    options.catalog &&
    (await harness.start(programOf('services/catalog'), {
      ...common,
      DATABASE_URL: urls.catalog,
      MEDIA_URL: media.url,
      IDENTITY_PUBLIC_KEY: keys.IDENTITY_PUBLIC_KEY,
      ...options.catalog,
    }))
  let gateway = await harness.start(programOf('gateway'), {
    ...gatewayEnvironment(harness, urls.gateway),
    ...common,
    MEDIA_URL: media.url,
    CATALOG_URL: catalog?.url ?? UNREACHABLE,
    ...options.gateway,
  })
  const asSuperuser = <Result>(work: (client: pg.Client) => Promise<Result>) =>
    harness.asSuperuser(async (client) => {
      // The triggers call functions of this schema without its name.
      await client.query('set search_path to media')
      return work(client)
    })

  const createUsers = async (count: number): Promise<SignedInUser[]> => {
    const cookies = await signIn(urls.gateway, Array.from({ length: count }, randomUUID))
    return cookies.map((cookie) => ({
      cookie,
      fetch: (path, init = {}) => fetch(new URL(path, gateway.url), { ...init, headers: { ...init.headers, cookie } }),
    }))
  }

  return {
    objectsDir,
    asSuperuser,
    origin: () => gateway.url,
    mediaUrl: () => media.url,
    gatewayPid: () => gateway.pid,
    workerPid: () => worker?.pid ?? 0,
    createUsers,
    createUser: async () => (await createUsers(1))[0] as SignedInUser,
    async killMedia() {
      media = await harness.restart(media)
    },
    async killGateway() {
      gateway = await harness.restart(gateway)
    },
    areRunning: harness.areRunning,
    /** The paths of all stored files. */
    async storedFiles() {
      const entries = await readdir(objectsDir, { recursive: true, withFileTypes: true }).catch(() => [])
      return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    },
    /** Marks a file as processed, without a worker. */
    markReady: (mediaFileId: string) =>
      asSuperuser((client) =>
        client.query(
          `update media.media_file set status = 'ready', duration_seconds = 42, format = 'mp3', codec = 'mp3'
           where id = $1`,
          [mediaFileId],
        ),
      ),
    close: () => harness.close(),
  }
}
