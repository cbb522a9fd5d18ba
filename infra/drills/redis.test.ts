import { randomUUID } from 'node:crypto'
import { readdir, readFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { MediaDeleted } from '@griot/contracts/events'
import { inTransaction, sql } from '@griot/service-kit/db/db'
import { createLog } from '@griot/service-kit/log/log'
import { eventQueue, publish, startOutbox } from '@griot/service-kit/queue/outbox'
import { createQueueing, jobOptions, type Queueing } from '@griot/service-kit/queue/queue'
import { connectRedis } from '@griot/service-kit/redis/connect-redis'
import { createTestDatabase } from '@griot/service-kit/testing/database'
import { createRedis, hasRedis } from '@griot/service-kit/testing/redis'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { openRedisCluster, openSentinels, sendCommand } from './redis-servers.ts'
import { runJobs } from './run-jobs.ts'

const log = createLog('drill', 'silent')
const WAIT = { timeout: 60_000, interval: 50 }
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
  it('as a cluster: completes every job although the master of the queue is killed', async () => {
    const cluster = await openRedisCluster()
    closing.push(cluster.close)
    const counting = connectRedis({ url: cluster.url, use: 'rate-limit', log })
    closing.push(async () => counting.disconnect())
    const queueing = open(cluster.url)
    await vi.waitFor(() => expect(queueing.isReachable()).toBe(true), WAIT)

    await runJobs(queueing, () => cluster.killMasterOf('{griot}'))

    // Rate limits work on all masters.
    for (const name of ['ama', 'kofi', 'esi', 'yaw']) {
      await vi.waitFor(async () => expect(await counting.incr(`griot:limit:${name}`)).toBeGreaterThan(0), WAIT)
    }
  })

  it('with sentinels: completes every job with the new master', async () => {
    const sentinels = await openSentinels()
    closing.push(sentinels.close)
    await runJobs(open(sentinels.url), sentinels.killMaster)
  })
})

describe.skipIf(!hasRedis)('a failing Redis', () => {
  it('refuses jobs at once when it is full; events wait in the outbox and are delivered later; nothing is evicted', async () => {
    const redis = await createRedis(['--maxmemory-policy', 'noeviction'])
    closing.push(redis.remove)
    await redis.start()
    const migrations = new URL('../../packages/service-kit/src/testing/no-migrations/', import.meta.url)
    const database = await createTestDatabase('media', migrations)
    closing.push(() => database.drop())
    const queueing = open(redis.url)
    const queue = queueing.queue('full')
    await queue.add('before', {}, jobOptions('before', 3))
    await sendCommand(redis.port, 'CONFIG', 'SET', 'maxmemory', 1)

    const startedAt = Date.now()
    await expect(queue.add('refused', {}, jobOptions('refused', 3))).rejects.toThrow(/OOM/)
    expect(Date.now() - startedAt).toBeLessThan(3_000)
    const outbox = startOutbox({ db: database.db, queueing, log })
    closing.push(() => outbox.close())
    await inTransaction(database.db, (tx) =>
      publish(tx, MediaDeleted, { episodeId: randomUUID(), version: 1, audioFileId: null, duration: null }),
    )
    outbox.kick()

    await sendCommand(redis.port, 'CONFIG', 'SET', 'maxmemory', 0)
    const countOutbox = async () =>
      database.db.one(z.object({ count: z.number() }), sql`select count(*) as count from outbox`)
    await vi.waitFor(async () => expect(await countOutbox()).toEqual({ count: 0 }), WAIT)
    expect(await queueing.queue(eventQueue('catalog')).getJobCountByTypes('waiting')).toBe(1)
    expect(await queue.getJob('before')).toBeDefined()
  })

  it('starts again after its last write was cut short', async () => {
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
    await vi.waitFor(() => expect(queueing.isReachable()).toBe(true), WAIT)
    const done = new Set<string>()
    queueing.worker('cut', async ({ id }) => done.add(id ?? ''))
    // The producer adds the lost job again, because it is not done.
    await queue.add('work', {}, jobOptions('three', 3))
    await vi.waitFor(() => expect([...done].sort()).toEqual(['one', 'three', 'two']), WAIT)
  })
})
