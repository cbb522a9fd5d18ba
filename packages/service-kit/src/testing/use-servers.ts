import { once } from 'node:events'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { connect, sql } from '../db/db.ts'
import { createLog } from '../log/log.ts'
import { createS3Store } from '../objects/s3-store.ts'
import { createQueueing, jobOptions } from '../queue/queue.ts'
import { findRedisProblems } from '../redis/check-redis.ts'
import { connectRedis } from '../redis/connect-redis.ts'

/** By the environment variables that configure them. */
export interface Servers {
  REDIS_URL?: string
  DATABASE_URL?: string
  S3_ENDPOINT?: string
}

export type Results = Record<string, unknown>

const log = createLog('test', 'silent')

const atRedis = async (url: string) => {
  const counting = connectRedis({ url, use: 'rate-limit', log })
  try {
    await once(counting, 'ready')
    await counting.incr('griot:limit:test')
    return await findRedisProblems(counting)
  } finally {
    counting.disconnect()
  }
}

const atQueue = async (url: string) => {
  const queueing = createQueueing({ databaseUrl: 'postgres://nowhere', redisUrl: url, log })
  try {
    const queue = queueing.queue('test')
    await queue.waitUntilReady()
    const worker = queueing.worker('test', async ({ id }) => `${id} is done`)
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
  const store = createS3Store({ endpoint, bucket: 'test', ...account })
  await store.ready()
  await store.put('originals/ab/one', Readable.from([Buffer.from('drum')]), { size: 4 })
  return text(await store.read('originals/ab/one'))
}

const USES = { REDIS_URL: [atRedis, atQueue], DATABASE_URL: [atPostgres], S3_ENDPOINT: [atBucket] }

const reasonOf = (error: unknown): string => {
  const { cause, lastNodeError, message } = error as Error & { lastNodeError?: Error }
  return cause !== undefined ? reasonOf(cause) : lastNodeError ? reasonOf(lastNodeError) : message
}

/** Connects to each server as the product does. Returns its responses, or the innermost error message. */
export const useServers = async (servers: Servers): Promise<Results> => {
  const results: Results = {}
  for (const [name, uses] of Object.entries(USES)) {
    const address = servers[name as keyof Servers]
    if (address === undefined) continue
    try {
      const responses: unknown[] = []
      for (const work of uses) responses.push(await work(address))
      results[name] = responses
    } catch (error) {
      results[name] = reasonOf(error)
    }
  }
  return results
}
