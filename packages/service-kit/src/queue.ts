import {
  createPostgresBackend,
  DelayedError,
  type Job,
  type JobsOptions,
  Queue,
  UnrecoverableError,
  Worker,
  type WorkerOptions,
  withBackend,
} from 'bullmq'
import { Redis } from 'ioredis'
import type { z } from 'zod'
import type { Log } from './log.ts'

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
}

/** The one place that knows whether BullMQ stands on PostgreSQL or on Redis. */
export interface Queueing {
  queue(name: string): Queue
  worker<Data>(
    name: string,
    process: (job: Job<Data>) => Promise<unknown>,
    options?: Partial<WorkerOptions>,
  ): Worker<Data>
  close(): Promise<void>
}

// A dead worker's job is picked up after lock + stalled interval: 30 s + 30 s by default, far too long for someone watching.
const LOCK = { lockDuration: 10_000, stalledInterval: 5_000, maxStalledCount: 2 }

/** Hash-tagged, so that all keys of a queue live on one node of a Redis Cluster. */
const PREFIX = '{griot}'

export const createQueueing = ({ databaseUrl, redisUrl, log }: QueueingOptions): Queueing => {
  const opened: { close(): Promise<unknown> }[] = []
  const redis: Redis[] = []

  const connectRedis = (url: string, failFast: boolean) => {
    const connection = new Redis(url, {
      maxRetriesPerRequest: failFast ? 1 : null,
      enableOfflineQueue: !failFast,
      lazyConnect: false,
    })
    connection.on('error', (error) => log.warn({ err: error }, 'queue connection lost'))
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

  const onPostgres = withBackend(createPostgresBackend)
  const postgres = { connectionString: databaseUrl, schema: 'bullmq', max: 3 }

  return {
    queue: (name) =>
      redisUrl === undefined
        ? (keep(new onPostgres.Queue(name, { connection: postgres })) as unknown as Queue)
        : keep(new Queue(name, { connection: connectRedis(redisUrl, true), prefix: PREFIX })),
    worker: <Data>(
      name: string,
      process: (job: Job<Data>) => Promise<unknown>,
      options: Partial<WorkerOptions> = {},
    ): Worker<Data> => {
      const settings = { ...LOCK, ...options }
      return redisUrl === undefined
        ? (keep(
            new onPostgres.Worker(name, process as never, { ...settings, connection: postgres } as never),
          ) as unknown as Worker<Data>)
        : keep(
            new Worker<Data>(name, process, { ...settings, connection: connectRedis(redisUrl, false), prefix: PREFIX }),
          )
    },
    async close() {
      await Promise.allSettled(opened.map((part) => part.close()))
      for (const connection of redis) connection.disconnect()
    },
  }
}

/** Options a job of this type is added with. */
export const jobOptions = (jobId: string, attempts: number): JobsOptions => ({
  jobId,
  attempts,
  backoff: { type: 'exponential', delay: 2_000 },
  // Never a count: on PostgreSQL every completion would delete "all but the newest N" and deadlock with its neighbours.
  removeOnComplete: { age: 3_600 },
})
