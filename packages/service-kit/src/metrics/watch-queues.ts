import type { Job, Queue, Worker } from 'bullmq'
import { z } from 'zod'
import { type Db, sql } from '../db.ts'
import type { Metrics } from './metrics.ts'
import { Counter, Histogram } from './prom-client.ts'

const STATES = ['waiting', 'prioritized', 'active', 'delayed', 'failed'] as const
const MINUTE = 60
const SECONDS = [0.01, 0.05, 0.25, 1, 5, 15, MINUTE, 5 * MINUTE, 30 * MINUTE]

/** How much waits in a queue, and for how long the first has. Every process that asks answers the same. */
export const watchQueue = (metrics: Metrics, name: string, open: () => Queue) => {
  let queue: Queue | undefined
  metrics.watch(
    {
      griot_queue_jobs: 'Jobs in the queue by state',
      griot_queue_oldest_seconds: 'How long the next job has been waiting',
    },
    async () => {
      queue ??= open()
      const [counts, [next]] = await Promise.all([queue.getJobCounts(...STATES), queue.getWaiting(0, 0)])
      const depth = STATES.map((state) => ({
        gauge: 'griot_queue_jobs',
        labels: { queue: name, state },
        value: counts[state] ?? 0,
      }))
      const age = next === undefined ? 0 : Math.max(0, Date.now() - next.timestamp) / 1000
      return [...depth, { gauge: 'griot_queue_oldest_seconds', labels: { queue: name }, value: age }]
    },
  )
}

/** How long jobs wait and take, how they end, and how often they are tried. */
export const watchWorker = ({ registry }: Metrics, queue: string, worker: Pick<Worker, 'on'>) => {
  const known = <Kind>(name: string) => registry.getSingleMetric(name) as Kind | undefined
  const labels = { queue, job: '', outcome: '' }
  const labelNames = Object.keys(labels)
  const taken =
    known<Histogram>('griot_job_seconds') ??
    new Histogram({
      name: 'griot_job_seconds',
      help: 'How long an attempt at a job took',
      labelNames,
      buckets: SECONDS,
      registers: [registry],
    })
  const waited =
    known<Histogram>('griot_job_wait_seconds') ??
    new Histogram({
      name: 'griot_job_wait_seconds',
      help: 'From asking for a job to its first attempt',
      labelNames: ['queue', 'job'],
      buckets: SECONDS,
      registers: [registry],
    })
  const attempts =
    known<Counter>('griot_job_attempts_total') ??
    new Counter({
      name: 'griot_job_attempts_total',
      help: 'Attempts at jobs: completed, tried again later, or given up',
      labelNames,
      registers: [registry],
    })

  const record = (job: Job | undefined, outcome: 'completed' | 'again' | 'gave_up') => {
    // One that stalled with its worker is known to nobody any more.
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

// More than so many are a bad night, whatever their number; counting all of them would make it no better.
const COUNTED = 10_000

/** What was written down and has not yet reached the queue. */
export const watchOutbox = (metrics: Metrics, db: Db) =>
  metrics.watch(
    {
      griot_outbox_rows: `Rows that wait for the queue, ${COUNTED} at most`,
      griot_outbox_oldest_seconds: 'How long the first of them has been waiting',
    },
    async () => {
      const { rows, age } = await db.one(
        Waiting,
        sql`
          select
            (select count(*) from (select 1 from outbox limit ${COUNTED}) as counted)::int as rows,
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
