import { once } from 'node:events'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { connect, sql } from '../db.ts'
import { createLog } from '../log.ts'
import { createS3Store } from '../objects/s3-store.ts'
import { createQueueing, jobOptions } from '../queue.ts'
import { troubleWithRedis } from '../redis/check-redis.ts'
import { connectRedis } from '../redis/connect-redis.ts'

/** Under the names that a process of the product is told them by. */
export interface Servers {
  REDIS_URL?: string
  DATABASE_URL?: string
  S3_ENDPOINT?: string
}

export type Heard = Record<string, unknown>

const log = createLog('guest', 'silent')

const atRedis = async (url: string) => {
  const counting = connectRedis({ url, patience: 'counting', log })
  try {
    await once(counting, 'ready')
    await counting.incr('griot:limit:guest')
    return await troubleWithRedis(counting)
  } finally {
    counting.disconnect()
  }
}

const atQueue = async (url: string) => {
  const queueing = createQueueing({ databaseUrl: 'postgres://nowhere', redisUrl: url, log })
  try {
    const queue = queueing.queue('guest')
    await queue.waitUntilReady()
    const worker = queueing.worker('guest', async ({ id }) => `${id} is done`)
    const done = once(worker, 'completed')
    await queue.add('work', {}, jobOptions('job-1', 1))
    const [, result] = await done
    return result
  } finally {
    await queueing.close()
  }
}

const atPostgres = async (url: string) => {
  const db = connect({ url, log, max: 1 })
  const ask = sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`
  try {
    const { ssl } = await db.one(z.object({ ssl: z.boolean() }), ask)
    const listening = await db.openConnection()
    const { rows } = await listening.query<{ ssl: boolean }>(ask.text)
    await listening.end()
    return [ssl, rows[0]?.ssl]
  } finally {
    await db.close()
  }
}

const atBucket = async (endpoint: string) => {
  const account = { accessKey: 'S3RVER', secretKey: 'S3RVER', region: 'us-east-1' }
  const store = createS3Store({ endpoint, bucket: 'guest', ...account })
  await store.ready()
  await store.put('originals/ab/one', Readable.from([Buffer.from('drum')]), { size: 4 })
  return text(await store.read('originals/ab/one'))
}

const VISITS = { REDIS_URL: [atRedis, atQueue], DATABASE_URL: [atPostgres], S3_ENDPOINT: [atBucket] }

/** The innermost reason, which is the one that helps. */
const reasonOf = (error: unknown): string => {
  const { cause, lastNodeError, message } = error as Error & { lastNodeError?: Error }
  return cause !== undefined ? reasonOf(cause) : lastNodeError ? reasonOf(lastNodeError) : message
}

/** Uses each of these servers once, as the product does, and answers what it heard there, or why it was refused. */
export const visit = async (servers: Servers): Promise<Heard> => {
  const heard: Heard = {}
  for (const [name, visits] of Object.entries(VISITS)) {
    const address = servers[name as keyof Servers]
    if (address === undefined) continue
    try {
      const answers: unknown[] = []
      for (const work of visits) answers.push(await work(address))
      heard[name] = answers
    } catch (error) {
      heard[name] = reasonOf(error)
    }
  }
  return heard
}
