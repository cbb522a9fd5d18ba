import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { ListeningRecorded, MediaDeleted } from '@griot/contracts/events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { inTransaction, sql } from '../db/db.ts'
import { createLog } from '../log/log.ts'
import { currentOrigin, originOf, within } from '../log/request-origin.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { consumeEvents, deleteReceivedMessages, onEvent, onEvents } from './consume-events.ts'
import { eventQueue, publish, startOutbox } from './outbox.ts'
import { createQueueing, jobOptions, type Queueing } from './queue.ts'
import { watchOutbox } from './watch-queues.ts'

const log = createLog('test', 'silent')
let database: TestDatabase
let queueing: Queueing

beforeAll(async () => {
  database = await createTestDatabase('catalog', new URL('../testing/no-migrations/', import.meta.url))
  queueing = createQueueing({ databaseUrl: database.url, log })
})

afterAll(async () => {
  await queueing.close()
  await database.drop()
})

const newEvent = () => ({
  userId: randomUUID(),
  episodeId: randomUUID(),
  podcastId: randomUUID(),
  recordedAt: new Date().toISOString(),
})

const waiting = () => database.db.one(z.object({ count: z.number() }), sql`select count(*) as count from outbox`)

describe('the outbox', () => {
  it('contains nothing of a transaction that was rolled back', async () => {
    const failing = inTransaction(database.db, async (tx) => {
      await publish(tx, ListeningRecorded, newEvent())
      throw new Error('rolled back')
    })

    await expect(failing).rejects.toThrow('rolled back')
    expect(await waiting()).toEqual({ count: 0 })
  })

  it('reports its size and the age of its oldest row', async () => {
    const metrics = createMetrics('test')
    watchOutbox(metrics, database.db)
    await inTransaction(database.db, (tx) => publish(tx, ListeningRecorded, newEvent()))

    const text = await metrics.scrape()
    await database.db.run(sql`delete from outbox`)

    expect(text).toContain('griot_outbox_rows{process="test"} 1')
    expect(text).toMatch(/^griot_outbox_oldest_seconds\{process="test"\} \d/m)
    expect(await metrics.scrape()).toContain('griot_outbox_rows{process="test"} 0')
  })

  it('runs the event handler in the origin of the request that published the event', async () => {
    const seen: unknown[] = []
    const worker = consumeEvents('catalog', { db: database.db, queueing, log }, [
      onEvent(MediaDeleted, async (_, data) => {
        seen.push([data.episodeId, currentOrigin()])
      }),
    ])
    const outbox = startOutbox({ db: database.db, queueing, log })
    const completed = once(worker, 'completed')
    const fact = { episodeId: randomUUID(), version: 1, audioFileId: null, duration: null }

    await within({ requestId: 'asked-for' }, () => inTransaction(database.db, (tx) => publish(tx, MediaDeleted, fact)))
    outbox.kick()
    const [job] = await completed

    expect(seen).toEqual([[fact.episodeId, { requestId: 'asked-for' }]])
    expect(originOf(job)).toEqual({ requestId: 'asked-for' })
    expect(currentOrigin()).toBeUndefined()
    await outbox.close()
    await worker.close()
  })

  it('delivers a committed event, with one effect even if the message is repeated', async () => {
    const fact = { episodeId: randomUUID(), version: 1, audioFileId: null, duration: null }
    const seen: unknown[] = []
    const worker = consumeEvents('catalog', { db: database.db, queueing, log }, [
      onEvent(MediaDeleted, async (_, data) => {
        seen.push(data)
      }),
    ])
    const outbox = startOutbox({ db: database.db, queueing, log })
    const first = once(worker, 'completed')

    await inTransaction(database.db, (tx) => publish(tx, MediaDeleted, fact))
    outbox.kick()
    const [job] = await first

    const again = once(worker, 'completed')
    await queueing.queue(eventQueue('catalog')).add(MediaDeleted.name, fact, { jobId: 'other' })
    await again
    expect(seen).toEqual([fact, fact])

    // The same message id has no second effect, even after the queue has removed the job.
    await job.remove()
    const repeated = once(worker, 'completed')
    await queueing.queue(eventQueue('catalog')).add(MediaDeleted.name, fact, { jobId: job.id })
    await repeated
    expect(seen).toHaveLength(2)
    await expect.poll(waiting).toEqual({ count: 0 })

    await outbox.close()
    await worker.close()
  })

  it('deletes received messages that cannot be repeated', async () => {
    await database.db.run(sql`
      insert into inbox (message_id, received_at)
      values ('old', now() - interval '15 days'), ('young', now() - interval '13 days')
    `)

    await deleteReceivedMessages(database.db)

    const known = await database.db.many(
      z.object({ message_id: z.string() }),
      sql`
      select message_id from inbox where message_id in ('old', 'young')
    `,
    )
    expect(known).toEqual([{ message_id: 'young' }])
  })
})

describe('frequent events', () => {
  const consume = (handle: (data: unknown[]) => void) =>
    consumeEvents('catalog', { db: database.db, queueing, log }, [
      onEvents(ListeningRecorded, async (_, data) => handle(data)),
    ])

  it('are delivered 500 in a job, in the order of their publication', async () => {
    const facts = Array.from({ length: 700 }, newEvent)
    for (const fact of facts) await inTransaction(database.db, (tx) => publish(tx, ListeningRecorded, fact))
    const batches: unknown[][] = []
    const worker = consume((data) => batches.push(data))
    const outbox = startOutbox({ db: database.db, queueing, log })

    await expect.poll(() => batches.flat().length).toBe(700)
    await outbox.close()
    await worker.close()

    expect(batches).toHaveLength(2)
    expect(batches).toEqual(expect.arrayContaining([facts.slice(0, 500), facts.slice(500)]))
  })

  it('are applied once although the delivery fails after the queue has accepted them', async () => {
    const facts = [newEvent(), newEvent(), newEvent()]
    const publishAll = (some: typeof facts) =>
      inTransaction(database.db, (tx) => publish(tx, ListeningRecorded, ...some))
    const failing = {
      ...queueing,
      queue(name: string) {
        const queue = queueing.queue(name)
        const addBulk = queue.addBulk.bind(queue)
        queue.addBulk = async (jobs) => {
          queue.addBulk = addBulk
          await addBulk(jobs)
          // The next delivery has more events than the accepted one.
          await publishAll(facts.slice(2))
          throw new Error('connection lost')
        }
        return queue
      },
    }
    const seen: unknown[] = []
    const worker = consume((data) => seen.push(...data))
    await publishAll(facts.slice(0, 2))
    const outbox = startOutbox({ db: database.db, queueing: failing, log })

    await expect.poll(waiting, { timeout: 10_000 }).toEqual({ count: 0 })
    await expect.poll(() => seen.length, { timeout: 10_000 }).toBe(3)
    await outbox.close()
    await worker.close()
    expect(seen).toEqual(expect.arrayContaining(facts))
    expect(seen).toHaveLength(3)
  })

  it('are applied although another event of the job fails, which is retried alone', async () => {
    const [first, second] = [newEvent(), newEvent()]
    const seen: unknown[] = []
    const worker = consume((data) => seen.push(...data))
    const queue = queueing.queue(eventQueue('catalog'))
    const events = [first, { podcastId: 'not an id' }, second].map((data) => ({ id: randomUUID(), data }))
    const failed = once(worker, 'failed')

    await queue.add(ListeningRecorded.name, { events }, jobOptions('poison', 2))
    await failed
    expect(seen).toEqual([first, second])

    const failedAgain = once(worker, 'failed')
    await (await queue.getJob('poison'))?.promote()
    await failedAgain
    await worker.close()
    expect(seen).toEqual([first, second])
    expect(await queue.getJobState('poison')).toBe('failed')
  })
})
