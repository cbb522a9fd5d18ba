import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Queue, Worker } from 'bullmq'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../log/log.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { createRedis, hasRedis } from '../testing/redis.ts'
import { cleanQueue, createQueueing, jobOptions, type Queueing, UnrecoverableError } from './queue.ts'

const log = createLog('test', 'silent')
const closing: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const runJob = async (queue: Queue, worker: Worker, id: string) => {
  const done = new Promise((resolve) => worker.once('completed', resolve))
  await queue.add('count', {}, jobOptions(id, 3))
  await done
}

const behavior = (open: () => Queueing) => {
  let queueing: Queueing
  let queue: Queue

  const start = (process: (data: unknown) => Promise<unknown>): Worker => {
    queueing = open()
    closing.push(() => queueing.close())
    const name = `work-${randomUUID()}`
    queue = queueing.queue(name)
    return queueing.worker(name, ({ data }) => process(data))
  }

  it('runs a job once, even if it is added twice', async () => {
    const done: unknown[] = []
    const worker = start(async (data) => done.push(data))
    const finished = once(worker, 'completed')

    await queue.addBulk([1, 2].map((attempt) => ({ name: 'count', data: { attempt }, opts: jobOptions('one', 3) })))
    await finished

    expect(done).toEqual([{ attempt: 1 }])
    expect(await queue.getJobCounts('completed', 'failed', 'waiting')).toMatchObject({ completed: 1, failed: 0 })
  })

  it('retries a failed job, but not after an UnrecoverableError', async () => {
    let tries = 0
    const worker = start(async (data) => {
      tries += 1
      if ((data as { isPermanent: boolean }).isPermanent) throw new UnrecoverableError('no')
      if (tries === 1) throw new Error('first attempt')
    })

    const done = once(worker, 'completed')
    await queue.add('count', { isPermanent: false }, { ...jobOptions('again', 3), backoff: 1 })
    await done
    const failed = once(worker, 'failed')
    await queue.add('count', { isPermanent: true }, jobOptions('never', 3))
    await failed

    expect(tries).toBe(3)
    expect(await queue.getJobState('never')).toBe('failed')
  })

  it('removes completed jobs, and failed jobs beyond the newest', async () => {
    const worker = start(async (data) => {
      if ((data as { fails: boolean }).fails) throw new UnrecoverableError('no')
    })
    for (const id of ['one', 'two', 'three']) {
      const failed = once(worker, 'failed')
      await queue.add('count', { fails: true }, jobOptions(id, 1))
      await failed
      // Jobs that fail in the same millisecond are removed together.
      await delay(2)
    }
    const done = once(worker, 'completed')
    await queue.add('count', { fails: false }, jobOptions('done', 1))
    await done

    await cleanQueue(queue)
    expect(await queue.getJobCounts('completed', 'failed')).toEqual({ completed: 1, failed: 3 })

    await cleanQueue(queue, { completedMs: 0, failedMs: 60_000, failed: 2 })
    expect(await queue.getJobCounts('completed', 'failed')).toEqual({ completed: 0, failed: 2 })
    expect(await queue.getJobState('one')).toBe('unknown')

    await cleanQueue(queue, { completedMs: 0, failedMs: 0, failed: 2 })
    expect(await queue.getJobCounts('completed', 'failed')).toEqual({ completed: 0, failed: 0 })
  })
}

describe('a queue on PostgreSQL', () => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await createTestDatabase('catalog', new URL('../testing/no-migrations/', import.meta.url))
  })
  afterAll(() => database.drop())

  behavior(() => createQueueing({ databaseUrl: database.url, log }))

  it('runs each of many jobs exactly once with several workers', async () => {
    const queueing = createQueueing({ databaseUrl: database.url, log })
    closing.push(() => queueing.close())
    const done: unknown[] = []
    const failed: unknown[] = []
    const allDone = new Promise<void>((resolve) => {
      for (const _ of [1, 2]) {
        const worker = queueing.worker('many', async ({ id }) => done.push(id), { concurrency: 5 })
        worker.on('failed', (job) => failed.push(job?.id))
        worker.on('completed', () => {
          if (done.length === 500) resolve()
        })
      }
    })

    const ids = Array.from({ length: 500 }, (_, index) => `job-${index}`)
    await queueing.queue('many').addBulk(ids.map((id) => ({ name: 'one', data: {}, opts: jobOptions(id, 3) })))
    await allDone

    expect(new Set(done)).toEqual(new Set(ids))
    expect(failed).toEqual([])
  })
})

describe.runIf(hasRedis)('a queue on Redis', () => {
  let redis: Awaited<ReturnType<typeof createRedis>>
  const open = () => createQueueing({ databaseUrl: 'postgres://nowhere', redisUrl: redis.url, log })

  beforeAll(async () => {
    redis = await createRedis()
    await redis.start()
  })
  afterAll(() => redis.remove())

  behavior(open)

  it('waits for a Redis that starts later', async () => {
    await redis.stop()
    const queueing = open()
    closing.push(() => queueing.close())
    const worker = queueing.worker('jobs', async () => 'done')
    expect(queueing.isReachable()).toBe(false)

    await redis.start()
    await expect.poll(() => queueing.isReachable()).toBe(true)
    await runJob(queueing.queue('jobs'), worker, 'late')
  })

  it('refuses new jobs while Redis is unavailable, and continues afterwards', async () => {
    const queueing = open()
    closing.push(() => queueing.close())
    const worker = queueing.worker('jobs', async () => 'done')
    const queue = queueing.queue('jobs')
    await runJob(queue, worker, 'before')

    await redis.stop()
    await expect.poll(() => queueing.isReachable()).toBe(false)
    const began = Date.now()
    await expect(queue.add('count', {})).rejects.toThrow()
    expect(Date.now() - began).toBeLessThan(8_000)

    await redis.start()
    await expect.poll(() => queueing.isReachable()).toBe(true)
    await runJob(queue, worker, 'after')
  })

  it('closes at once while Redis is unavailable', async () => {
    await redis.stop()
    const queueing = open()
    queueing.worker('jobs', async () => 'done')
    queueing.queue('jobs')
    const began = Date.now()
    await queueing.close()
    expect(Date.now() - began).toBeLessThan(8_000)
    await redis.start()
  })
})
