import { randomBytes } from 'node:crypto'
import { GetMedia, GetMediaTimeline, RetryMedia } from '@griot/contracts/media/files'
import { AskRendition, RemoveRendition } from '@griot/contracts/media/renditions'
import {
  CancelQueueItem,
  GetQueue,
  GetQueueItem,
  ListQueueAuditLog,
  PauseQueue,
  ResumeQueue,
  RetryFailedMedia,
  RetryQueueItem,
} from '@griot/contracts/queue'
import { sql } from '@griot/service-kit/db/db'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { recordStep } from '../processing/processing.queries.ts'
import { formOf, type Harness, log, openHarness, upload } from '../testing/harness.ts'
import { reportWorker } from '../worker/report-worker.ts'
import type { MediaQueue } from './read-queue.ts'
import { readQueue } from './read-queue.ts'

let harness: Harness
let ama: Person
const admin = person({ roles: ['admin'], firstName: 'Efua', lastName: 'Owusu' })

beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(async () => {
  ama = person()
  await harness.database.db.run(sql`update media_file set deleted_at = now()`)
})

const as = (who: Person) => harness.service.as(who)
const uploaded = async (who = ama) => (await upload(as(who), formOf(randomBytes(100)))).id
const failed = async (who = ama, how = { isPermanent: false }) => {
  const id = await uploaded(who)
  await harness.markFailed(id, how)
  return id
}
const status = (code: number) => expect.objectContaining({ status: code })
const PERMANENT = expect.objectContaining({ status: 409, code: 'media.hopeless' })
const jobsOf = async (id: string) => {
  const rows = await harness.database.db.many(
    z.object({ job_id: z.string() }),
    sql`select job_id from outbox where data ->> 'mediaFileId' = ${id} order by created_at`,
  )
  return rows.map(({ job_id }) => job_id)
}

describe('GET /api/admin/queue', () => {
  it('counts files by state, and lists all that are not ready', async () => {
    const [waiting, active, retrying, ready] = [await uploaded(), await uploaded(), await uploaded(), await uploaded()]
    const bad = await failed()
    const { db } = harness.database
    await recordStep(db, { mediaFileId: active, revision: 1 }, { kind: 'started', attempt: 1 })
    await recordStep(db, { mediaFileId: retrying, revision: 1 }, { kind: 'interrupted', attempt: 2 })
    await harness.markReady(ready)

    const queue = await as(ama).call(GetQueue, {})

    expect(queue.counts).toEqual({ waiting: 1, active: 1, retrying: 1, failed: 1, hopeless: 0, cancelled: 0, ready: 1 })
    expect(queue.rows.map(({ id, state, attempt }) => [id, state, attempt])).toEqual([
      [bad, 'failed', null],
      [retrying, 'retrying', 2],
      [active, 'active', 1],
      [waiting, 'waiting', null],
    ])
    expect(queue.rows[0]).toMatchObject({ ownerName: 'Ama Mensah', attempts: 3, step: 'failed' })
    expect(queue.oldestWaiting).toBe(queue.rows.at(-1)?.since)
    expect((await as(ama).call(GetQueue, { query: { state: 'ready' } })).rows).toMatchObject([{ id: ready }])
    expect((await as(ama).call(GetQueue, { query: { state: 'waiting' } })).rows).toMatchObject([{ id: waiting }])
  })

  it('lists the files of all users for an admin, otherwise those of the caller', async () => {
    const [hers, his] = [await uploaded(), await uploaded(person())]

    expect((await as(ama).call(GetQueue, {})).rows.map(({ id }) => id)).toEqual([hers])
    expect((await as(admin).call(GetQueue, {})).rows.map(({ id }) => id)).toEqual([his, hers])
    await expect(harness.service.as(null).call(GetQueue, {})).rejects.toEqual(status(401))
    await expect(as(ama).call(GetQueueItem, { params: { id: his } })).rejects.toEqual(status(404))
    await expect(as(ama).call(RetryQueueItem, { params: { id: his } })).rejects.toEqual(status(404))
    await expect(as(ama).call(CancelQueueItem, { params: { id: his } })).rejects.toEqual(status(404))
  })

  it('lists the files page by page', async () => {
    const ids = [await uploaded(), await uploaded(), await uploaded()].reverse()
    const first = await as(ama).fetch('/api/admin/queue?limit=2')
    const next = /<(.+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const rest = GetQueue.response.parse(await (await as(ama).fetch(next)).json())

    expect(GetQueue.response.parse(await first.json()).rows.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    expect(rest.rows.map(({ id }) => id)).toEqual(ids.slice(2))
  })

  it('reports whether a worker runs and whether the queue is paused', async () => {
    const health = async () => (await as(admin).call(GetQueue, {})).health
    expect(await health()).toBe('no_worker')

    const heartbeat = reportWorker({ db: harness.database.db, log })
    await expect.poll(health).toBe('ok')
    const { workers } = await as(admin).call(GetQueue, {})
    expect(workers).toMatchObject([{ pid: process.pid, isAlive: true }])
    expect((await as(ama).call(GetQueue, {})).workers).toEqual([])

    expect(await as(admin).call(PauseQueue, {})).toEqual({ paused: true })
    expect(await health()).toBe('paused')
    await as(admin).call(ResumeQueue, {})
    expect(await health()).toBe('ok')

    await expect
      .poll(async () => {
        // The worker may just have written its heartbeat.
        await harness.database.db.run(sql`update media_worker set seen_at = now() - interval '1 minute'`)
        return health()
      })
      .toBe('no_worker')
    await heartbeat.close()
    expect((await as(admin).call(GetQueue, {})).workers).toEqual([])
  })

  it('lists the files and reports an unreachable queue', async () => {
    const id = await uploaded()
    const caller = { ...ama, emailIsVerified: true, isAdmin: false }
    const read = (queue: MediaQueue) => readQueue(harness.database.db, queue, caller, { limit: 10, sort: 'newest' })
    const queueWith = (isPaused: () => Promise<boolean>, isReachable = true) => ({
      jobs: { isPaused } as MediaQueue['jobs'],
      isReachable: () => isReachable,
    })

    const cases = [
      queueWith(async () => false, false),
      queueWith(() => Promise.reject(new Error('gone'))),
      queueWith(() => new Promise<boolean>(() => {})),
    ]
    for (const queue of cases) {
      expect((await read(queue)).overview).toMatchObject({ health: 'unreachable', rows: [{ id }] })
    }
  })
})

describe('acting on the queue', () => {
  it('retries a failed rendition, and cancels one in progress', async () => {
    const id = await uploaded()
    await harness.markReady(id)
    await as(ama).call(AskRendition, { params: { id } })
    const fail = (isPermanent = false) =>
      harness.database.db.run(sql`
        update media_rendition set status = 'failed', failure = 'No.', is_hopeless = ${isPermanent}
        where media_file_id = ${id}
      `)
    await fail()
    expect((await as(ama).call(GetQueue, {})).rows).toMatchObject([{ id, state: 'failed', task: 'rendition' }])

    expect(await as(ama).call(RetryQueueItem, { params: { id } })).toMatchObject({
      status: 'ready',
      rendition: { status: 'processing' },
    })
    await fail()
    expect(await as(ama).call(RetryFailedMedia, {})).toEqual({ retried: 1, skipped: 0 })
    await fail(true)
    expect((await as(ama).call(GetQueue, {})).rows).toMatchObject([{ id, state: 'failed', isHopeless: true }])
    for (const again of [RetryQueueItem, AskRendition]) {
      await expect(as(ama).call(again, { params: { id } })).rejects.toEqual(PERMANENT)
    }
    expect(await as(ama).call(RetryFailedMedia, {})).toEqual({ retried: 0, skipped: 1 })

    await as(ama).call(RemoveRendition, { params: { id } })
    await as(ama).call(AskRendition, { params: { id } })
    expect(await as(ama).call(CancelQueueItem, { params: { id } })).toMatchObject({ status: 'ready', rendition: null })
    await expect(as(ama).call(CancelQueueItem, { params: { id } })).rejects.toEqual(status(409))
  })

  it('retries a failed file as a new round, and records the user', async () => {
    const id = await failed()

    expect(await as(admin).call(RetryQueueItem, { params: { id } })).toMatchObject({
      status: 'processing',
      failure: null,
    })
    expect(await jobsOf(id)).toEqual([`${id}-1`, `${id}-2`])
    await expect(as(admin).call(RetryQueueItem, { params: { id } })).rejects.toEqual(status(409))

    const item = await as(ama).call(GetQueueItem, { params: { id } })
    expect(item.timeline.map(({ kind }) => kind)).toEqual(['received', 'failed', 'queued'])
    expect(item.actions).toMatchObject([{ action: 'retry', actorName: 'Efua Owusu' }])
  })

  it('lets owners retry their own files', async () => {
    const id = await failed()
    await expect(as(person()).call(RetryMedia, { params: { id } })).rejects.toEqual(status(404))

    expect(await as(ama).call(RetryMedia, { params: { id } })).toMatchObject({ id, status: 'processing' })
  })

  it('retries all failed files, for a creator only their own', async () => {
    const mine = [await failed(), await failed()]
    const his = await failed(person())

    expect(await as(ama).call(RetryFailedMedia, {})).toEqual({ retried: 2, skipped: 0 })
    for (const id of mine) expect(await jobsOf(id)).toHaveLength(2)
    expect(await jobsOf(his)).toHaveLength(1)
    expect(await as(admin).call(RetryFailedMedia, {})).toEqual({ retried: 1, skipped: 0 })
  })

  it('refuses to retry a permanent failure', async () => {
    const id = await failed(ama, { isPermanent: true })
    const other = await failed()
    await failed(person(), { isPermanent: true })

    const queue = await as(ama).call(GetQueue, {})
    expect(queue.counts).toMatchObject({ failed: 2, hopeless: 1 })
    expect(queue.rows.map((row) => [row.id, row.isHopeless])).toEqual([
      [other, false],
      [id, true],
    ])
    for (const [who, retry] of [
      [ama, RetryMedia],
      [ama, RetryQueueItem],
      [admin, RetryQueueItem],
    ] as const) {
      await expect(as(who).call(retry, { params: { id } })).rejects.toEqual(PERMANENT)
    }
    expect(await as(ama).call(RetryFailedMedia, {})).toEqual({ retried: 1, skipped: 1 })
    expect(await as(ama).call(GetMedia, { params: { id } })).toMatchObject({ status: 'failed', isHopeless: true })
    expect(await as(ama).call(GetMedia, { params: { id: other } })).toMatchObject({ isHopeless: false })
    expect(await jobsOf(id)).toHaveLength(1)
  })

  it('cancels only files in processing', async () => {
    const id = await uploaded()

    expect(await as(ama).call(CancelQueueItem, { params: { id } })).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining('canceled'),
    })
    await expect(as(ama).call(CancelQueueItem, { params: { id } })).rejects.toEqual(status(409))
    expect((await as(ama).call(GetMediaTimeline, { params: { id } })).at(-1)).toMatchObject({ kind: 'cancelled' })
  })

  it('lets only admins pause the queue', async () => {
    await expect(as(ama).call(PauseQueue, {})).rejects.toEqual(status(404))
    await expect(as(ama).call(ResumeQueue, {})).rejects.toEqual(status(404))
    await expect(as(ama).call(ListQueueAuditLog, {})).rejects.toEqual(status(404))
  })

  it('keeps an audit log, in which one action on many files is one entry', async () => {
    await harness.database.db.run(sql`delete from queue_action`)
    const [first, second] = [await failed(), await failed()]
    await as(admin).call(PauseQueue, {})
    await as(ama).call(RetryFailedMedia, {})
    await as(ama).call(CancelQueueItem, { params: { id: first } })
    await as(admin).call(RetryQueueItem, { params: { id: first } })
    await as(admin).call(ResumeQueue, {})

    const entries = await as(admin).call(ListQueueAuditLog, {})
    expect(entries.map(({ action, actorName, files }) => [action, actorName, files])).toEqual([
      ['resume', 'Efua Owusu', 0],
      ['retry', 'Efua Owusu', 1],
      ['cancel', 'Ama Mensah', 1],
      ['retry_failed', 'Ama Mensah', 2],
      ['pause', 'Efua Owusu', 0],
    ])
    expect(entries[1]?.originalName).toBe((await as(ama).call(GetMedia, { params: { id: first } })).originalName)
    expect(entries.map(({ at }) => at)).toEqual(
      entries
        .map(({ at }) => at)
        .toSorted()
        .reverse(),
    )
    const actors = await harness.database.db.many(
      z.object({ actor_id: z.string() }),
      sql`select actor_id from queue_action order by id desc`,
    )
    expect(actors.map(({ actor_id: id }) => id)).toEqual([admin.id, admin.id, ama.id, ama.id, ama.id, admin.id])
    const item = await as(ama).call(GetQueueItem, { params: { id: second } })
    expect(item.actions).toMatchObject([{ action: 'retry_failed', actorName: 'Ama Mensah' }])
  })
})
