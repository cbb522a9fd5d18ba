import type { EventType } from '@griot/contracts/events'
import { z } from 'zod'
import { type Db, inTransaction, sql, type Tx } from '../db/db.ts'
import { isOutage } from '../http/errors.ts'
import { type EventBatch, eventsIn } from './event-batch.ts'
import { withinJob } from './job-context.ts'
import { eventQueue, type OutboxOptions } from './outbox.ts'

interface EventHandler {
  event: EventType
  handle: (tx: Tx, data: unknown[]) => Promise<void>
}

/** Handles events together. `handle` runs in the transaction that marks the events as received. */
export const onEvents = <Data extends z.ZodObject>(
  event: EventType<Data>,
  handle: (tx: Tx, data: z.output<Data>[]) => Promise<void>,
): EventHandler => ({ event, handle: (tx, data) => handle(tx, z.array(event.data).parse(data)) })

/** Handles each event on its own. */
export const onEvent = <Data extends z.ZodObject>(
  event: EventType<Data>,
  handle: (tx: Tx, data: z.output<Data>) => Promise<void>,
): EventHandler =>
  onEvents(event, async (tx, all) => {
    for (const data of all) await handle(tx, data)
  })

/** Deletes received messages that cannot be repeated: the last attempt is twelve days after the first. */
export const deleteReceivedMessages = (db: Db) =>
  db.run(sql`delete from inbox where received_at < now() - interval '14 days'`)

const Received = z.object({ id: z.string() })

/** Marks the events as received and handles those that are new, in one transaction. */
const receive = (db: Db, { handle }: EventHandler, events: EventBatch['events']) =>
  inTransaction(db, async (tx) => {
    const data = new Map(events.map((event) => [event.id, event.data]))
    const received = await tx.many(
      Received,
      // In the order of the ids, so that deliveries of the same events do not wait for each other in a circle.
      sql`
        insert into inbox (message_id) select id from unnest(${[...data.keys()].sort()}::text[]) as id
        on conflict (message_id) do nothing
        returning message_id as id
      `,
    )
    const isNew = new Set(received.map(({ id }) => id))
    if (isNew.size > 0)
      await handle(
        tx,
        [...data].flatMap(([id, one]) => (isNew.has(id) ? [one] : [])),
      )
  })

/**
 * Consumes the events for `consumer`. A repeated delivery has no second effect. If an event cannot be handled, the others
 * of its job are applied before the job fails. The job is retried and, after the last attempt, kept as failed.
 */
export const consumeEvents = (
  consumer: string,
  { db, queueing, log }: Pick<OutboxOptions, 'db' | 'queueing' | 'log'>,
  handlers: EventHandler[],
) => {
  queueing.repeat(() => deleteReceivedMessages(db))

  const receiveAll = async (handler: EventHandler, events: EventBatch['events']) => {
    try {
      return await receive(db, handler, events)
    } catch (error) {
      if (events.length === 1 || isOutage(error)) throw error
    }
    const failures: unknown[] = []
    for (const event of events) {
      try {
        await receive(db, handler, [event])
      } catch (error) {
        if (isOutage(error)) throw error
        log.warn({ err: error, event: handler.event.name, messageId: event.id }, 'event failed, will retry')
        failures.push(error)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${events.length} events failed`)
  }

  return queueing.worker<unknown>(
    eventQueue(consumer),
    (job) =>
      withinJob(job, async () => {
        const handler = handlers.find(({ event }) => event.name === job.name)
        if (handler === undefined) throw new Error(`no handler for ${job.name}`)
        const events = eventsIn(job)
        await receiveAll(handler, events)
        log.info({ event: job.name, jobId: job.id, count: events.length }, 'events consumed')
      }),
    { concurrency: 4 },
  )
}
