import type { EventEmitter } from 'node:events'
import {
  DelayedError,
  type Job,
  type JobsOptions,
  type Queue,
  UnrecoverableError,
  type Worker,
  type WorkerOptions,
} from 'bullmq'
import type { z } from 'zod'
import type { Log } from '../log/log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { openPostgresBackend } from './queue-on-postgres.ts'
import { openRedisBackend } from './queue-on-redis.ts'
import { watchQueue, watchWorker } from './watch-queues.ts'

export { DelayedError, type Job, type Queue, UnrecoverableError }

export interface JobType<Data extends z.ZodObject = z.ZodObject> {
  readonly name: string
  readonly data: Data
  readonly queue: string
  /** Jobs with the same id are one job. */
  readonly id: (data: z.output<Data>) => string
  readonly attempts: number
  /** BullMQ runs jobs without a priority first, then the lowest number. */
  readonly priority?: (data: z.output<Data>) => number
}

export const defineJob = <Data extends z.ZodObject>(
  name: string,
  data: Data,
  options: Pick<JobType<Data>, 'queue' | 'id' | 'attempts' | 'priority'>,
): JobType<Data> => ({ name, data, ...options })

type Process<Data> = (job: Job<Data>) => Promise<unknown>

/** BullMQ on PostgreSQL or on Redis. */
export interface QueueBackend {
  queue(name: string): Queue
  worker(name: string, process: Process<unknown>, options: Partial<WorkerOptions>): Worker
  /** False while a call to the queue would wait for Redis, perhaps forever. */
  isReachable(): boolean
  /** Call before the queues and workers are closed, so that they do not wait for an unavailable Redis. */
  disconnectUnavailable(): void
  disconnect(): void
}

export interface QueueingOptions {
  databaseUrl: string
  redisUrl?: string | undefined
  log: Log
  /** Receives the figures of every worker opened here and of its queue. */
  metrics?: Metrics
}

// A job of a killed worker starts again after the lock and the stalled interval. The defaults are 30 s each.
const LOCK = { lockDuration: 10_000, stalledInterval: 5_000, maxStalledCount: 2 }
// The delay until work continues after the database or Redis is back. The default is 15 s.
const RECONNECT = { runRetryDelay: 1_000 }

const REPEAT_MS = 10 * 60_000
const HOUR_MS = 60 * 60_000
const KEEP = { completedMs: HOUR_MS, failedMs: 14 * 24 * HOUR_MS, failed: 10_000 }

export const createQueueing = ({ databaseUrl, redisUrl, log, metrics }: QueueingOptions) => {
  const backend = redisUrl === undefined ? openPostgresBackend(databaseUrl) : openRedisBackend(redisUrl, log)
  const opened: (Queue | Worker)[] = []
  const timers: NodeJS.Timeout[] = []

  const track = <Opened extends Queue | Worker>(part: Opened) => {
    const emitter = part as EventEmitter
    emitter.on('error', (error: Error) => log.warn({ err: error }, 'queue error'))
    opened.push(part)
    return part
  }
  const queue = (name: string) => track(backend.queue(name))
  /** Calls `work` every ten minutes until closed, for the first time after ten minutes. */
  const repeat = (work: () => Promise<unknown>) => {
    const run = () => work().catch((error: unknown) => log.warn({ err: error }, 'repeated work failed, will retry'))
    timers.push(setInterval(run, REPEAT_MS).unref())
  }

  return {
    queue,
    worker<Data>(name: string, process: Process<Data>, options: Partial<WorkerOptions> = {}) {
      const settings = { ...LOCK, ...RECONNECT, ...options }
      const worker = track(backend.worker(name, process as Process<unknown>, settings))
      let ownQueue: Queue | undefined
      const openQueue = () => {
        ownQueue ??= queue(name)
        return ownQueue
      }
      repeat(() => cleanQueue(openQueue()))
      if (metrics !== undefined) {
        watchQueue(metrics, name, openQueue)
        watchWorker(metrics, name, worker)
      }
      return worker as Worker<Data>
    },
    /** False while a call to the queue would wait for Redis, perhaps forever. */
    isReachable: backend.isReachable,
    repeat,
    async close() {
      for (const timer of timers) clearInterval(timer)
      backend.disconnectUnavailable()
      await Promise.allSettled(opened.map((part) => part.close()))
      backend.disconnect()
    },
  }
}

export type Queueing = ReturnType<typeof createQueueing>

/** Removes jobs that were completed an hour ago. Keeps failed jobs for two weeks, at most 10,000. */
export const cleanQueue = async (queue: Queue, keep = KEEP) => {
  await queue.clean(keep.completedMs, 0, 'completed')
  await queue.clean(keep.failedMs, 0, 'failed')
  const [newestToRemove] = await queue.getFailed(keep.failed, keep.failed)
  if (newestToRemove?.finishedOn !== undefined) await queue.clean(Date.now() - newestToRemove.finishedOn, 0, 'failed')
}

/**
 * The options to add a job with. `removeOnComplete` is missing: on PostgreSQL, concurrent completions would delete the
 * same old jobs and deadlock. `cleanQueue` removes them.
 */
export const jobOptions = (jobId: string, attempts: number, priority?: number): JobsOptions => ({
  jobId,
  attempts,
  ...(priority !== undefined && { priority }),
  backoff: { type: 'exponential', delay: 2_000 },
})
