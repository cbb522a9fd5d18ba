import type { Job, Queue, Worker } from 'bullmq'
import { z } from 'zod'
import { type Db, sql } from '../db/db.ts'
import type { Metrics } from '../metrics/metrics.ts'

const STATES = ['waiting', 'prioritized', 'active', 'delayed', 'failed'] as const
const MINUTE = 60
const JOB_BUCKETS = [0.01, 0.05, 0.25, 1, 5, 15, MINUTE, 5 * MINUTE, 30 * MINUTE]

/** Depth and age of a queue. Every process that reads it reports the same numbers. */
export const watchQueue = (metrics: Metrics, name: string, open: () => Queue) => {
  metrics.watch({
    griot_queue_jobs: 'Jobs in the queue by state',
    griot_queue_oldest_seconds: 'How long the next job has been waiting',
  }, async () => {
    const queue = open()
    const [counts, [next]] = await Promise.all([queue.getJobCounts(...STATES), queue.getWaiting(0, 0)])
    const depth = STATES.map((state) => ({
      gauge: 'griot_queue_jobs',
      labels: { queue: name, state },
      value: counts[state] ?? 0,
    }))
    const age = next === undefined ? 0 : Math.max(0, Date.now() - next.timestamp) / 1000
    return [...depth, { gauge: 'griot_queue_oldest_seconds', labels: { queue: name }, value: age }]
  }, ['queue', 'state'])
}

/** How long jobs wait and take, and the outcome of every attempt. */
export const watchWorker = (metrics: Metrics, queue: string, worker: Pick<Worker, 'on'>) => {
  const labelNames = ['queue', 'job', 'outcome']
  const taken = metrics.histogram({
    name: 'griot_job_seconds',
    help: 'How long an attempt at a job took',
    labelNames,
    buckets: JOB_BUCKETS,
  })
  const waited = metrics.histogram({
    name: 'griot_job_wait_seconds',
    help: 'Time from adding a job to its first attempt',
    labelNames: ['queue', 'job'],
    buckets: JOB_BUCKETS,
  })
  const attempts = metrics.counter({
    name: 'griot_job_attempts_total',
    help: 'Attempts at jobs: completed, to be retried, or given up',
    labelNames,
  })

  const record = (job: Job | undefined, outcome: 'completed' | 'again' | 'gave_up') => {
    // BullMQ passes no job if it stalled and was removed.
    const name = job?.name ?? 'unknown'
    attempts.inc({ queue, job: name, outcome })
    if (job?.processedOn === undefined) return
    taken.observe({ queue, job: name, outcome }, Math.max(0, (job.finishedOn ?? Date.now()) - job.processedOn) / 1000)
    if (job.attemptsMade <= 1) waited.observe({ queue, job: name }, Math.max(0, job.processedOn - job.timestamp) / 1000)
  }
  worker.on('completed', (job) => record(job, 'completed'))
  worker.on('failed', (job) => record(job, job === undefined || job.finishedOn !== undefined ? 'gave_up' : 'again'))
}

const Waiting = z.object({ rows: z.number(), age: z.number() })

// Beyond this number the alert is the same, and counting more rows would only load the database.
const MOST_COUNTED = 10_000

/** Events and jobs that are committed and not yet in the queue. */
export const watchOutbox = (metrics: Metrics, db: Db) =>
  metrics.watch(
    {
      griot_outbox_rows: `Rows that wait for the queue, ${MOST_COUNTED} at most`,
      griot_outbox_oldest_seconds: 'How long the oldest row has been waiting',
    },
    async () => {
      const { rows, age } = await db.one(
        Waiting,
        sql`
          select
            (select count(*) from (select 1 from outbox limit ${MOST_COUNTED}) as counted)::int as rows,
            coalesce(
              (select extract(epoch from clock_timestamp() - created_at) from outbox order by created_at limit 1), 0
            )::float8 as age
        `,
      )
      return [
        { gauge: 'griot_outbox_rows', value: rows },
        { gauge: 'griot_outbox_oldest_seconds', value: Math.max(0, age) },
      ]
    },
  )
