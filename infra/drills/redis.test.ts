import { randomUUID } from 'node:crypto'
import { readdir, readFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { MediaDeleted } from '@griot/contracts/events'
import { inTransaction, sql } from '@griot/service-kit/db'
import { createLog } from '@griot/service-kit/log'
import { eventQueue, publish, startOutbox } from '@griot/service-kit/outbox'
import { createQueueing, jobOptions, type Queueing } from '@griot/service-kit/queue'
import { connectRedis } from '@griot/service-kit/redis/connect-redis'
import { createTestDatabase } from '@griot/service-kit/testing/database'
import { createRedis, hasRedis } from '@griot/service-kit/testing/redis'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { openRedisCluster, openSentinels, tell } from './redis-house.ts'
import { workThrough } from './work-through.ts'

const log = createLog('drill', 'silent')
const PATIENT = { timeout: 60_000, interval: 50 }
const closing: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const open = (redisUrl: string): Queueing => {
  const queueing = createQueueing({ databaseUrl: 'postgres://nowhere', redisUrl, log })
  closing.push(() => queueing.close())
  return queueing
}

describe.skipIf(!hasRedis)('Redis with several servers', () => {
  it('as a cluster: loses its master for the queue in the middle of the work, and every job is done', async () => {
    const cluster = await openRedisCluster()
    closing.push(cluster.close)
    const counting = connectRedis({ url: cluster.url, patience: 'counting', log })
    closing.push(async () => counting.disconnect())
    const queueing = open(cluster.url)
    await vi.waitFor(() => expect(queueing.isReachable()).toBe(true), PATIENT)

    await workThrough(queueing, () => cluster.killMasterOf('{griot}'))

    // Limits go on on all of its servers.
    for (const person of ['ama', 'kofi', 'esi', 'yaw']) {
      await vi.waitFor(async () => expect(await counting.incr(`griot:limit:${person}`)).toBeGreaterThan(0), PATIENT)
    }
  })

  it('behind sentinels: goes on with the new master, and every job is done', async () => {
    const sentinels = await openSentinels()
    closing.push(sentinels.close)
    await workThrough(open(sentinels.url), sentinels.killMaster)
  })
})

describe.skipIf(!hasRedis)('Redis on a bad day', () => {
  it('is full: what is added is refused at once, waits in the outbox, and goes when there is room; nothing is evicted', async () => {
    const redis = await createRedis(['--maxmemory-policy', 'noeviction'])
    closing.push(redis.remove)
    await redis.start()
    const migrations = new URL('../../packages/service-kit/src/testing/no-migrations/', import.meta.url)
    const database = await createTestDatabase('media', migrations)
    closing.push(() => database.drop())
    const queueing = open(redis.url)
    const queue = queueing.queue('full')
    await queue.add('before', {}, jobOptions('before', 3))
    await tell(redis.port, 'CONFIG', 'SET', 'maxmemory', 1)

    const began = Date.now()
    await expect(queue.add('refused', {}, jobOptions('refused', 3))).rejects.toThrow(/OOM/)
    expect(Date.now() - began).toBeLessThan(3_000)
    const outbox = startOutbox({ db: database.db, queueing, log })
    closing.push(() => outbox.close())
    await inTransaction(database.db, (tx) =>
      publish(tx, MediaDeleted, { episodeId: randomUUID(), version: 1, audioFileId: null, duration: null }),
    )
    outbox.kick()

    await tell(redis.port, 'CONFIG', 'SET', 'maxmemory', 0)
    const left = async () => database.db.one(z.object({ count: z.number() }), sql`select count(*) as count from outbox`)
    await vi.waitFor(async () => expect(await left()).toEqual({ count: 0 }), PATIENT)
    expect(await queueing.queue(eventQueue('catalog')).getJobCountByTypes('waiting')).toBe(1)
    expect(await queue.getJob('before')).toBeDefined()
  })

  it('ends with its last write cut short: it starts all the same, and goes on', async () => {
    const redis = await createRedis(['--appendonly', 'yes', '--appendfsync', 'always'])
    closing.push(redis.remove)
    await redis.start()
    const queueing = open(redis.url)
    const queue = queueing.queue('cut')
    for (const id of ['one', 'two', 'three']) await queue.add('work', {}, jobOptions(id, 3))
    await redis.stop('SIGKILL')

    const folder = join(redis.dir, 'appendonlydir')
    const name = (await readdir(folder)).find((file) => file.endsWith('.incr.aof')) ?? ''
    const { length } = await readFile(join(folder, name))
    await truncate(join(folder, name), length - 5)

    await redis.start()
    await vi.waitFor(() => expect(queueing.isReachable()).toBe(true), PATIENT)
    const done = new Set<string>()
    queueing.worker('cut', async ({ id }) => done.add(id ?? ''))
    // What was cut off comes again from whoever knows that it is not done.
    await queue.add('work', {}, jobOptions('three', 3))
    await vi.waitFor(() => expect([...done].sort()).toEqual(['one', 'three', 'two']), PATIENT)
  })
})
