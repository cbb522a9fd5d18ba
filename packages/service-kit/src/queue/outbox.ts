import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type EventType, FREQUENT_EVENTS } from '@griot/contracts/events'
import { z } from 'zod'
import { type Db, inTransaction, sql, type Tx } from '../db/db.ts'
import type { Log } from '../log/log.ts'
import { currentOrigin, type Origin, withOrigin } from '../log/request-origin.ts'
import { currentTraceparent, recordDelivery } from '../tracing/tracing.ts'
import type { EventBatch } from './event-batch.ts'
import { type JobType, jobOptions, type Queue, type Queueing } from './queue.ts'

const EVENT_ATTEMPTS = 20

/** The queue from which a service consumes the events of the other services. */
export const eventQueue = (consumer: string) => `events-${consumer}`

/**
 * Publishes events of one type, which are delivered at least once after the transaction has committed: frequent events
 * within a second, others after a call of `kick`.
 */
export const publish = <Data extends z.ZodObject>(tx: Tx, event: EventType<Data>, ...facts: z.output<Data>[]) =>
  insertRows(
    tx,
    event.consumers.flatMap((consumer) =>
      facts.map((data) => ({ queue: eventQueue(consumer), name: event.name, data: event.data.parse(data) })),
    ),
  )

/** Enqueues jobs of one type. They exist exactly if the transaction commits. */
export const enqueue = <Data extends z.ZodObject>(tx: Tx, job: JobType<Data>, ...inputs: z.output<Data>[]) =>
  insertRows(
    tx,
    inputs.map((data) => ({ queue: job.queue, name: job.name, data: job.data.parse(data), job_id: job.id(data) })),
  )

const insertRows = async (tx: Tx, rows: readonly (Pick<Row, 'queue' | 'name' | 'data'> & { job_id?: string })[]) => {
  if (rows.length === 0) return
  await tx.run(sql`
    insert into outbox (queue, name, data, job_id, origin)
    select queue, name, data, job_id, ${originJson()}::jsonb
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (queue text, name text, data jsonb, job_id text)
  `)
}

const originJson = () => {
  const origin = currentOrigin()
  if (origin === undefined) return null
  return JSON.stringify({ ...origin, traceparent: currentTraceparent() })
}

const Row = z.object({
  id: z.string(),
  queue: z.string(),
  name: z.string(),
  data: z.unknown(),
  job_id: z.string().nullable(),
  origin: z.unknown(),
  created_at: z.string(),
})
type Row = z.output<typeof Row>

const BATCH = 500
// Frequent events are delivered at this interval, because their publishers do not call `kick`.
const POLL_MS = 1_000
// Under load, the rows of this interval are delivered as one batch.
const PAUSE_MS = 50

export interface OutboxOptions {
  db: Db
  queueing: Queueing
  log: Log
  /** The attempts of each job by its name. Events have their own number. */
  attempts?: Record<string, number>
  /** The priority of jobs by their name, from their data. */
  priorities?: Record<string, (data: unknown) => number>
}

/**
 * Delivers committed outbox rows to their queues. Each row is locked by one instance, so any number may run. The rows
 * stay while the queue is unavailable.
 */
export const startOutbox = ({ db, queueing, log, attempts = {}, priorities = {} }: OutboxOptions) => {
  const stopping = new AbortController()
  const queues = new Map<string, Queue>()
  let isKicked = false
  let wake = () => {}

  const queueFor = (name: string) => {
    const queue = queues.get(name) ?? queueing.queue(name)
    queues.set(name, queue)
    return queue
  }

  const toJob = ({ id, name, data, job_id, origin, created_at }: Row) => ({
    name,
    data: withOrigin(data, traceDelivery(name, origin, created_at)),
    opts: jobOptions(job_id ?? id, attempts[name] ?? EVENT_ATTEMPTS, priorities[name]?.(data)),
  })

  /** The id is random, because a repeated delivery after a crash may contain more events. */
  const toBatch = (name: string, rows: readonly Row[]) => ({
    name,
    data: { events: rows.map(({ id, job_id, data }) => ({ id: job_id ?? id, data })) } satisfies EventBatch,
    opts: jobOptions(randomUUID(), EVENT_ATTEMPTS),
  })

  const toJobs = (rows: readonly Row[]) => {
    const batches = FREQUENT_EVENTS.map(({ name }) => ({ name, rows: rows.filter((row) => row.name === name) }))
    return [
      ...rows.filter((row) => batches.every(({ name }) => row.name !== name)).map(toJob),
      ...batches.filter(({ rows }) => rows.length > 0).map(({ name, rows }) => toBatch(name, rows)),
    ]
  }

  const deliverBatch = () =>
    inTransaction(db, async (tx) => {
      const rows = await tx.many(
        Row,
        sql`
          select id, queue, name, data, job_id, origin, created_at from outbox
          order by created_at limit ${BATCH} for update skip locked
        `,
      )
      for (const queue of new Set(rows.map((row) => row.queue))) {
        await queueFor(queue).addBulk(toJobs(rows.filter((row) => row.queue === queue)))
      }
      if (rows.length > 0) await tx.run(sql`delete from outbox where id = any(${rows.map((row) => row.id)}::uuid[])`)
      return rows.length
    })

  const loop = async () => {
    while (!stopping.signal.aborted) {
      isKicked = false
      try {
        // The rows would stay locked while an unreachable queue does not respond.
        if (queueing.isReachable() && (await deliverBatch()) === BATCH) continue
      } catch (error) {
        log.warn({ err: error }, 'outbox delivery failed, will retry')
      }
      await delay(PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => {})
      if (isKicked || stopping.signal.aborted) continue
      const pause = new AbortController()
      wake = () => pause.abort()
      await delay(POLL_MS, undefined, { signal: pause.signal }).catch(() => {})
    }
  }
  const running = loop()

  return {
    /** Starts the delivery at once. Call it after a commit. */
    kick() {
      isKicked = true
      wake()
    },
    async close() {
      stopping.abort()
      wake()
      await running
    },
  }
}

export type Outbox = ReturnType<typeof startOutbox>

/** Adds the time in the outbox to the trace of the row's request. Returns the origin for the job. */
const traceDelivery = (name: string, origin: unknown, createdAt: string): unknown => {
  const { traceparent } = (origin ?? {}) as Partial<Origin>
  if (traceparent === undefined) return origin
  const delivered = recordDelivery({ name: `outbox ${name}`, traceparent, since: Date.parse(createdAt) })
  return { ...(origin as Origin), traceparent: delivered }
}
