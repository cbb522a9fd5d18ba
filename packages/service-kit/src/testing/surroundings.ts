import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { createLog } from '../log.ts'
import { createDiskStore } from '../objects/disk-store.ts'
import type { ObjectStore } from '../objects/object-store.ts'
import { openClient } from '../objects/s3-client.ts'
import { createS3Store } from '../objects/s3-store.ts'
import { connectRedis } from '../redis/connect-redis.ts'

/** What `npm run test:production` gives the services' tests; without it they stand on files and PostgreSQL's queue. */
const Given = z.object({
  redisUrl: z.string(),
  s3: z.object({ endpoint: z.string(), accessKey: z.string(), secretKey: z.string() }),
})
type Given = z.output<typeof Given>

export const SURROUNDINGS = 'TEST_SURROUNDINGS'

export const encodeSurroundings = (given: Given) => JSON.stringify(given)

/** For what is true only of files, or only of PostgreSQL's queue. */
export const isOnServers = process.env[SURROUNDINGS] !== undefined

/** What a service of a test stands on, nobody else's. */
export interface Surroundings {
  store: ObjectStore
  /** The folder of the store, where it is one of files; for what only files have. */
  objectsDir: string
  redisUrl: string | undefined
  /** Keys of all that is stored, unfinished things included. */
  storedKeys(): Promise<string[]>
  close(): Promise<void>
}

export const openSurroundings = async (): Promise<Surroundings> => {
  const text = process.env[SURROUNDINGS]
  const surroundings = text === undefined ? await onFiles() : await onServers(Given.parse(JSON.parse(text)))
  await surroundings.store.ready()
  return surroundings
}

const onFiles = async (): Promise<Surroundings> => {
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

const onServers = async ({ redisUrl, s3 }: Given): Promise<Surroundings> => {
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
    // Both servers go with the test run.
    close: async () => {},
  }
}

/** One of the server's databases that nobody has taken before. */
const takeDatabase = async (url: string) => {
  const redis = connectRedis({ url, patience: 'work', log: createLog('test', 'silent') })
  const number = await redis.incr('griot:test-databases')
  redis.disconnect()
  return `${url}/${number}`
}
