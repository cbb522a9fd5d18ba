import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { createLog } from '../log/log.ts'
import { createDiskStore } from '../objects/disk-store.ts'
import type { ObjectStore } from '../objects/object-store.ts'
import { openClient } from '../objects/s3-client.ts'
import { createS3Store } from '../objects/s3-store.ts'
import { connectRedis } from '../redis/connect-redis.ts'

/** `npm run test:production` sets these; otherwise the tests use files and the queue on PostgreSQL. */
const Servers = z.object({
  redisUrl: z.string(),
  s3: z.object({ endpoint: z.string(), accessKey: z.string(), secretKey: z.string() }),
})
type Servers = z.output<typeof Servers>

export const BACKING_SERVICES = 'TEST_BACKING_SERVICES'

export const encodeBackingServices = (servers: Servers) => JSON.stringify(servers)

/** For tests that only apply to files or to the queue on PostgreSQL. */
export const isOnServers = process.env[BACKING_SERVICES] !== undefined

/** The store and queue of one test file. */
export interface BackingServices {
  store: ObjectStore
  /** The folder of a store on disk. */
  objectsDir: string
  redisUrl: string | undefined
  /** Includes unfinished uploads. */
  storedKeys(): Promise<string[]>
  close(): Promise<void>
}

export const openBackingServices = async (): Promise<BackingServices> => {
  const text = process.env[BACKING_SERVICES]
  const backingServices = text === undefined ? await onFiles() : await onServers(Servers.parse(JSON.parse(text)))
  await backingServices.store.ready()
  return backingServices
}

const onFiles = async (): Promise<BackingServices> => {
  const objectsDir = await mkdtemp(join(tmpdir(), 'griot-test-objects-'))
  return {
    store: createDiskStore(objectsDir),
    objectsDir,
    redisUrl: undefined,
    async storedKeys() {
      const entries = await readdir(objectsDir, { recursive: true, withFileTypes: true })
      return entries
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => relative(objectsDir, join(parentPath, name)))
    },
    close: () => rm(objectsDir, { recursive: true, force: true }),
  }
}

const onServers = async ({ redisUrl, s3 }: Servers): Promise<BackingServices> => {
  const access = { ...s3, region: 'us-east-1' }
  const bucket = `griot-${randomUUID()}`
  const client = await openClient(access)
  return {
    store: createS3Store({ ...access, bucket }),
    objectsDir: '/nowhere',
    redisUrl: await takeDatabase(redisUrl),
    async storedKeys() {
      const keys: string[] = []
      for await (const { name } of client.listObjectsV2(bucket, '', true)) keys.push(String(name))
      return keys
    },
    // The test run stops both servers.
    close: async () => {},
  }
}

/** An unused database number of the server. */
const takeDatabase = async (url: string) => {
  const redis = connectRedis({ url, use: 'worker', log: createLog('test', 'silent') })
  const number = await redis.incr('griot:test-databases')
  redis.disconnect()
  return `${url}/${number}`
}
