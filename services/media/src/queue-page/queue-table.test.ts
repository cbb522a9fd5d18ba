import { randomBytes } from 'node:crypto'
import { RenameMedia } from '@griot/contracts/media/files'
import {
  CancelQueueItem,
  GetQueue,
  GetQueueItem,
  type QueueChange,
  type QueueFilter,
  RetryFailedMedia,
  RetryQueueItem,
} from '@griot/contracts/queue'
import { sql } from '@griot/service-kit/db/db'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { recordStep } from '../processing/processing.queries.ts'
import { formOf, type Harness, log, openHarness, upload } from '../testing/harness.ts'
import { serverEvents } from '../testing/server-events.ts'
import { reportWorker } from '../worker/report-worker.ts'
import { fillQueueEntries } from './fill-entries.ts'

let harness: Harness
let ama: Person
let kofi: Person
const admin = person({ roles: ['admin'], firstName: 'Efua', lastName: 'Owusu' })
const readers: AbortController[] = []

beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(async () => {
  ama = person()
  kofi = person({ firstName: 'Kofi', lastName: 'Annan' })
  await harness.database.db.run(sql`update media_file set deleted_at = now() where deleted_at is null`)
  await harness.database.db.run(sql`delete from outbox`)
})
afterEach(() => {
  for (const reader of readers.splice(0)) reader.abort()
})

const as = (who: Person) => harness.service.as(who)
const uploaded = async (who = ama, name = 'episode.mp3') => (await upload(as(who), formOf(randomBytes(100), name))).id
const failed = async (who = ama, how = { isPermanent: false }) => {
  const id = await uploaded(who)
  await harness.markFailed(id, how)
  return id
}
const listed = async (who: Person, query: Partial<QueueFilter> & { sort?: 'newest' | 'oldest' } = {}) => {
  const { rows, counts } = await as(who).call(GetQueue, { query })
  return { ids: rows.map(({ id }) => id), counts }
}

describe('the table of the queue', () => {
  it('finds files by name, uploader, kind and person', async () => {
    const [talk, song, other] = [
      await uploaded(ama, 'Talk_1%.mp3'),
      await uploaded(ama, 'song.mp3'),
      await uploaded(kofi, 'talk.mp3'),
    ]

    expect((await listed(admin, { search: 'TALK' })).ids).toEqual([other, talk])
    expect((await listed(admin, { search: 'talk_1%' })).ids).toEqual([talk])
    expect((await listed(admin, { search: 'annan' })).ids).toEqual([other])
    expect((await listed(admin, { ownerId: ama.id })).ids).toEqual([song, talk])
    expect((await listed(admin, { task: 'rendition' })).ids).toEqual([])
    expect((await listed(admin, { sort: 'oldest' })).ids).toEqual([talk, song, other])
    expect((await listed(ama, { ownerId: kofi.id })).ids).toEqual([])
    expect((await listed(admin, { search: 'talk' })).counts.waiting).toBe(2)

    await as(ama).call(RenameMedia, { params: { id: song }, body: { originalName: 'Talk again.mp3' } })
    expect((await listed(admin, { search: 'talk again' })).ids).toEqual([song])
  })

  it('follows the cursor in both directions', async () => {
    const ids = [await uploaded(), await uploaded(), await uploaded()]
    for (const [sort, order] of [
      ['oldest', ids],
      ['newest', ids.toReversed()],
    ] as const) {
      const first = await as(ama).fetch(`/api/admin/queue?limit=2&sort=${sort}`)
      const next = /<(.+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
      const rest = GetQueue.response.parse(await (await as(ama).fetch(next)).json())
      expect(rest.rows.map(({ id }) => id)).toEqual(order.slice(2))
    }
  })

  it('counts canceled files apart from failed ones, and retries them only one by one', async () => {
    const id = await uploaded()
    await as(ama).call(CancelQueueItem, { params: { id } })

    const { ids, counts } = await listed(ama, { state: 'cancelled' })
    expect(ids).toEqual([id])
    expect(counts).toMatchObject({ cancelled: 1, failed: 0 })
    expect((await listed(ama)).ids).toEqual([])
    expect(await as(ama).call(RetryFailedMedia, {})).toEqual({ retried: 0, skipped: 0 })
    await as(ama).call(RetryQueueItem, { params: { id } })
    expect((await listed(ama, { state: 'waiting' })).ids).toEqual([id])
  })

  it('lists permanent failures for admins only on request, and notifies their owner once', async () => {
    const [id, other] = [await failed(ama, { isPermanent: true }), await failed()]

    expect((await listed(admin)).ids).toEqual([other])
    expect((await listed(admin, { state: 'hopeless' })).ids).toEqual([id])
    expect((await listed(admin, { state: 'fixable' })).ids).toEqual([other])
    expect((await listed(ama)).ids).toEqual([other, id])
    await harness.markFailed(id, { isPermanent: true })
    const notices = await harness.database.db.many(
      z.object({ data: z.unknown() }),
      sql`select data from outbox where name = 'notice.sent'`,
    )
    expect(notices).toMatchObject([{ data: { userId: ama.id, link: `/upload?tab=library&replace=${id}` } }])
  })

  it('estimates when a file is ready by the measured speed', async () => {
    const { db } = harness.database
    const heartbeat = reportWorker({ db, log })
    const done = await uploaded()
    await recordStep(db, { mediaFileId: done, revision: 1 }, { kind: 'started', attempt: 1 })
    await harness.markReady(done)
    // 100 bytes in 10 seconds.
    await db.run(
      sql`update media_step set at = at - interval '10 s' where media_file_id = ${done} and kind = 'started'`,
    )
    const [active, waiting] = [await uploaded(), await uploaded()]
    await recordStep(db, { mediaFileId: active, revision: 1 }, { kind: 'started', attempt: 1 })
    await db.run(sql`update media_file set progress = 50 where id = ${active}`)

    await expect.poll(async () => (await as(ama).call(GetQueue, {})).health).toBe('ok')
    const { rows } = await as(ama).call(GetQueue, {})
    const seconds = (id: string) =>
      (Date.parse(rows.find((row) => row.id === id)?.expectedAt ?? '') - Date.now()) / 1_000
    expect(seconds(active)).toBeGreaterThan(3)
    expect(seconds(active)).toBeLessThan(6)
    expect(seconds(waiting)).toBeGreaterThan(17)
    expect(seconds(waiting)).toBeLessThan(21)
    await heartbeat.close()
  })

  it('gets the entries of files that are older than the table', async () => {
    const [first, second] = [await uploaded(), await failed()]
    await harness.database.db.run(sql`delete from queue_entry`)

    await fillQueueEntries(harness.database.db)
    expect((await listed(ama)).ids).toEqual([second, first])
  })
})

describe('GET /api/admin/queue/events', () => {
  async function* watch(who: Person, query = '') {
    const leaving = new AbortController()
    readers.push(leaving)
    const response = await as(who).fetch(`/api/admin/queue/events${query}`, { signal: leaving.signal })
    for await (const { data } of serverEvents<QueueChange>(response)) yield data
  }
  const next = async (events: AsyncGenerator<QueueChange, void>) => {
    const { value } = await events.next()
    if (value === undefined) throw new Error('the stream has ended')
    return value
  }
  const until = async (events: AsyncGenerator<QueueChange, void>, isMet: (change: QueueChange) => boolean) => {
    for (;;) {
      const change = await next(events)
      if (isMet(change)) return change
    }
  }

  it('sends changed rows and counters within a second, many changes as one event', async () => {
    const id = await uploaded()
    const events = watch(admin)
    expect(await next(events)).toMatchObject({ isPartial: true, counts: { waiting: 1 } })

    const startedAt = Date.now()
    await recordStep(harness.database.db, { mediaFileId: id, revision: 1 }, { kind: 'started', attempt: 1 })
    const change = await until(events, ({ counts }) => counts.active === 1)
    expect(Date.now() - startedAt).toBeLessThan(1_000)
    expect(change.rows).toMatchObject([{ id, state: 'active' }])

    const many = await Promise.all([uploaded(), uploaded(), uploaded(), uploaded(kofi)])
    const last = await until(events, ({ counts }) => counts.waiting === 4)
    expect(many).toEqual(expect.arrayContaining(last.rows.map((row) => row.id)))
    await harness.markReady(id)
    expect(await until(events, ({ gone }) => gone.includes(id))).toMatchObject({ counts: { ready: 1 } })
  })

  it('sends only what matches the filter and belongs to the caller', async () => {
    const events = watch(ama, '?state=failed')
    await next(events)
    const [hers, his] = [await failed(), await failed(kofi)]

    const { counts, rows, gone } = await until(events, (change) => change.rows.length > 0)
    expect(rows).toMatchObject([{ id: hers }])
    expect(counts.failed).toBe(1)
    expect(gone).not.toContain(his)
  })

  it('is refused without a session, and with an unknown state', async () => {
    expect((await harness.service.as(null).fetch('/api/admin/queue/events')).status).toBe(401)
    expect((await as(ama).fetch('/api/admin/queue/events?state=lost')).status).toBe(400)
    await expect(as(kofi).call(GetQueueItem, { params: { id: await uploaded() } })).rejects.toMatchObject({
      status: 404,
    })
  })
})
