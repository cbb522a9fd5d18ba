import { setTimeout as delay } from 'node:timers/promises'
import type { EventType } from '@griot/contracts/events'
import type { Queue } from 'bullmq'
import { z } from 'zod'
import { type Db, inTransaction, sql, type Tx } from './db.ts'
import type { Log } from './log.ts'
import { currentOrigin, type Origin, withOrigin } from './origin.ts'
import { type JobType, jobOptions, type Queueing } from './queue.ts'
import { tracing } from './tracing/tracing.ts'
import { withinJob } from './within-job.ts'

const EVENT_ATTEMPTS = 20

/** The queue that a service reads the others' events from. */
export const eventQueue = (consumer: string) => `events-${consumer}`

/** Tells the others what happened: written now, delivered after the transaction has committed, at least once. */
export const publish = async <Data extends z.ZodObject>(tx: Tx, event: EventType<Data>, data: z.output<Data>) => {
  for (const consumer of event.consumers) {
    await tx.run(sql`
      insert into outbox (queue, name, data, origin)
      values (${eventQueue(consumer)}, ${event.name}, ${JSON.stringify(event.data.parse(data))}, ${originNow()})
    `)
  }
}

/** Has work done later: the job exists exactly if the transaction commits. */
export const enqueue = async <Data extends z.ZodObject>(tx: Tx, job: JobType<Data>, data: z.output<Data>) =>
  tx.run(sql`
    insert into outbox (queue, name, data, job_id, origin)
    values (${job.queue}, ${job.name}, ${JSON.stringify(job.data.parse(data))}, ${job.id(data)}, ${originNow()})
  `)

const originNow = () => {
  const origin = currentOrigin()
  if (origin === undefined) return null
  return JSON.stringify({ ...origin, traceparent: tracing()?.traceparent() })
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

const BATCH = 200
const POLL_MS = 2_000
// The first row after a quiet while goes at once; under load the rows of a moment go together.
const GATHER_MS = 50

export interface Outbox {
  /** Call after a commit: delivery starts now instead of at the next look. */
  kick(): void
  close(): Promise<void>
}

export interface OutboxOptions {
  db: Db
  queueing: Queueing
  log: Log
  /** How often a job of each name is tried; events have their own number. */
  attempts?: Record<string, number>
}

/**
 * Moves committed outbox rows to their queues. Any number of copies may run: each row is locked by one of them. While
 * the queue is down the rows wait.
 */
export const startOutbox = ({ db, queueing, log, attempts = {} }: OutboxOptions): Outbox => {
  const stopping = new AbortController()
  const queues = new Map<string, Queue>()
  let kicked = false
  let wake = () => {}

  const queueFor = (name: string) => {
    const known = queues.get(name) ?? queueing.queue(name)
    queues.set(name, known)
    return known
  }

  const deliverBatch = () =>
    inTransaction(db, async (tx) => {
      const rows = await tx.many(
        Row,
        sql`select id, queue, name, data, job_id, origin, created_at from outbox order by created_at limit ${BATCH} for update skip locked`,
      )
      for (const queue of new Set(rows.map((row) => row.queue))) {
        const jobs = rows.filter((row) => row.queue === queue)
        await queueFor(queue).addBulk(
          jobs.map(({ id, name, data, job_id, origin, created_at }) => ({
            name,
            data: withOrigin(data, noteDelivery(name, origin, created_at)),
            opts: jobOptions(job_id ?? id, attempts[name] ?? EVENT_ATTEMPTS),
          })),
        )
      }
      if (rows.length > 0) await tx.run(sql`delete from outbox where id = any(${rows.map((row) => row.id)}::uuid[])`)
      return rows.length
    })

  const loop = async () => {
    while (!stopping.signal.aborted) {
      kicked = false
      try {
        // Else the rows would stay locked for as long as the queue is away.
        if (queueing.isReachable() && (await deliverBatch()) === BATCH) continue
      } catch (error) {
        log.warn({ err: error }, 'outbox waits')
      }
      await delay(GATHER_MS, undefined, { signal: stopping.signal }).catch(() => {})
      if (kicked) continue
      const pause = new AbortController()
      wake = () => pause.abort()
      if (!stopping.signal.aborted) await delay(POLL_MS, undefined, { signal: pause.signal }).catch(() => {})
    }
  }
  const running = loop()

  return {
    kick() {
      kicked = true
      wake()
    },
    async close() {
      stopping.abort()
      wake()
      await running
    },
  }
}

/** The time in the outbox, as a part of the trace that the row came of. */
const noteDelivery = (name: string, origin: unknown, createdAt: string): unknown => {
  const active = tracing()
  const parent = (origin as Partial<Origin> | null)?.traceparent
  if (active === undefined || parent === undefined) return origin
  const times = { began: Date.parse(createdAt), ended: Math.max(Date.parse(createdAt), Date.now()) }
  return { ...(origin as Origin), traceparent: active.note(`outbox ${name}`, { kind: 'producer', parent, ...times }) }
}

interface Handler {
  event: EventType
  handle: (tx: Tx, data: unknown) => Promise<void>
}

/** An event and what this service does when it hears of it, in one transaction with remembering that it did. */
export const onEvent = <Data extends z.ZodObject>(
  event: EventType<Data>,
  handle: (tx: Tx, data: z.output<Data>) => Promise<void>,
): Handler => ({ event, handle: (tx, data) => handle(tx, event.data.parse(data)) })

/** Removes what was remembered of messages that cannot come again: the last attempt of any is twelve days after the first. */
export const forgetMessages = (db: Db, days = 14) =>
  db.run(sql`delete from inbox where received_at < now() - ${days} * interval '1 day'`)

/** Consumes the events meant for `consumer`. A repeated delivery has no second effect. */
export const consumeEvents = (
  consumer: string,
  { db, queueing, log }: Pick<OutboxOptions, 'db' | 'queueing' | 'log'>,
  handlers: Handler[],
) => {
  queueing.nowAndThen(() => forgetMessages(db))
  return queueing.worker<unknown>(
    eventQueue(consumer),
    (job) =>
      withinJob(job, async () => {
        const handler = handlers.find(({ event }) => event.name === job.name)
        if (handler === undefined) throw new Error(`no handler for ${job.name}`)
        await inTransaction(db, async (tx) => {
          const isNew = await tx.run(
            sql`insert into inbox (message_id) values (${job.id ?? ''}) on conflict (message_id) do nothing`,
          )
          if (isNew === 1) await handler.handle(tx, job.data)
        })
        log.info({ event: job.name, jobId: job.id }, 'event consumed')
      }),
    { concurrency: 4 },
  )
}
