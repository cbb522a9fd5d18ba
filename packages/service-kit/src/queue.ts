import {
  DelayedError,
  type Job,
  type JobsOptions,
  Queue,
  UnrecoverableError,
  Worker,
  type WorkerOptions,
  withBackend,
} from 'bullmq'
import type { z } from 'zod'
import type { Log } from './log.ts'
import type { Metrics } from './metrics/metrics.ts'
import { watchQueue, watchWorker } from './metrics/watch-queues.ts'
import { createPatientBackend } from './queue-on-postgres.ts'
import { warnOfTrouble } from './redis/check-redis.ts'
import { connectRedis, type RedisClient, type RedisPatience } from './redis/connect-redis.ts'

export { DelayedError, type Job, UnrecoverableError }

/** Work that is done later, by any worker: what it carries, how often it is tried, and what makes two the same. */
export interface JobType<Data extends z.ZodObject = z.ZodObject> {
  readonly name: string
  readonly queue: string
  readonly data: Data
  /** The same work twice is one job. */
  readonly id: (data: z.output<Data>) => string
  readonly attempts: number
}

export const defineJob = <Data extends z.ZodObject>(job: JobType<Data>): JobType<Data> => job

export interface QueueingOptions {
  databaseUrl: string
  redisUrl?: string | undefined
  log: Log
  /** Of every worker opened here, and of the queues these read. */
  metrics?: Metrics
}

/** The one place that knows whether BullMQ stands on PostgreSQL or on Redis. */
export interface Queueing {
  queue(name: string): Queue
  worker<Data>(
    name: string,
    process: (job: Job<Data>) => Promise<unknown>,
    options?: Partial<WorkerOptions>,
  ): Worker<Data>
  /** False while adding a job would wait for Redis, perhaps for ever. */
  isReachable(): boolean
  /** Has something done now and then until closed, first after a while: what is old is forgotten this way. */
  nowAndThen(work: () => Promise<unknown>): void
  close(): Promise<void>
}

// A dead worker's job is picked up after lock + stalled interval: 30 s + 30 s by default, far too long for someone watching.
const LOCK = { lockDuration: 10_000, stalledInterval: 5_000, maxStalledCount: 2 }

// Fifteen seconds by default: how long work would stand still after the database or Redis is back.
const ASK_AGAIN = { runRetryDelay: 1_000 }

const NOW_AND_THEN_MS = 10 * 60_000
const HOUR_MS = 60 * 60_000
const KEEP = { completedMs: HOUR_MS, failedMs: 14 * 24 * HOUR_MS, failed: 10_000 }

/** Hash-tagged, so that all keys of a queue live on one node of a Redis Cluster. */
const PREFIX = '{griot}'

export const createQueueing = ({ databaseUrl, redisUrl, log, metrics }: QueueingOptions): Queueing => {
  const opened: { close(): Promise<unknown> }[] = []
  const redis: RedisClient[] = []

  const openRedis = (url: string, patience: RedisPatience) => {
    const connection = connectRedis({ url, patience, log })
    redis.push(connection)
    return connection
  }

  const keep = <
    Part extends { close(): Promise<unknown>; on(event: 'error', listener: (error: Error) => void): unknown },
  >(
    part: Part,
  ) => {
    part.on('error', (error) => log.warn({ err: error }, 'queue trouble'))
    opened.push(part)
    return part
  }

  // One for all queues: they only add and ask.
  const producer = redisUrl === undefined ? undefined : openRedis(redisUrl, 'orders')
  if (producer !== undefined) warnOfTrouble(producer, log)
  const onPostgres = withBackend(createPatientBackend)
  const postgres = { connectionString: databaseUrl, schema: 'bullmq' }
  const repeated: NodeJS.Timeout[] = []

  const queueing: Queueing = {
    queue: (name) =>
      producer === undefined
        ? (keep(new onPostgres.Queue(name, { connection: postgres })) as unknown as Queue)
        : keep(new Queue(name, { connection: producer, prefix: PREFIX })),
    worker: <Data>(
      name: string,
      process: (job: Job<Data>) => Promise<unknown>,
      options: Partial<WorkerOptions> = {},
    ): Worker<Data> => {
      const settings = { ...LOCK, ...ASK_AGAIN, ...options }
      let opened: Queue | undefined
      const queue = () => {
        opened ??= queueing.queue(name)
        return opened
      }
      queueing.nowAndThen(() => forgetFinished(queue()))
      const worker =
        redisUrl === undefined
          ? (keep(
              new onPostgres.Worker(name, process as never, { ...settings, connection: postgres } as never),
            ) as unknown as Worker<Data>)
          : keep(
              new Worker<Data>(name, process, {
                ...settings,
                connection: openRedis(redisUrl, 'work'),
                prefix: PREFIX,
              }),
            )
      if (metrics !== undefined) {
        watchQueue(metrics, name, queue)
        watchWorker(metrics, name, worker as Worker)
      }
      return worker
    },
    isReachable: () => producer === undefined || producer.status === 'ready',
    nowAndThen(work) {
      const timer = setInterval(() => {
        work().catch((error: unknown) => log.warn({ err: error }, 'forgetting waits'))
      }, NOW_AND_THEN_MS)
      repeated.push(timer.unref())
    },
    async close() {
      for (const timer of repeated) clearInterval(timer)
      // What waits for a Redis that is not there would wait while we close, too.
      for (const connection of redis) if (connection.status !== 'ready') connection.disconnect()
      await Promise.allSettled(opened.map((part) => part.close()))
      for (const connection of redis) connection.disconnect()
    },
  }
  return queueing
}

/** Removes jobs done an hour ago. Failed ones are kept for somebody to look at, for two weeks and not without number. */
export const forgetFinished = async (queue: Queue, keep = KEEP) => {
  await queue.clean(keep.completedMs, 0, 'completed')
  await queue.clean(keep.failedMs, 0, 'failed')
  const [newestToGo] = await queue.getFailed(keep.failed, keep.failed)
  if (newestToGo?.finishedOn !== undefined) await queue.clean(Date.now() - newestToGo.finishedOn, 0, 'failed')
}

/** Options a job of this type is added with. */
export const jobOptions = (jobId: string, attempts: number): JobsOptions => ({
  jobId,
  attempts,
  backoff: { type: 'exponential', delay: 2_000 },
  // No removeOnComplete: on PostgreSQL completions would delete the same old jobs and deadlock. See forgetFinished.
})
