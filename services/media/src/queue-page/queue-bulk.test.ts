import { randomBytes, randomUUID } from 'node:crypto'
import { GetMedia, ListUserMedia } from '@griot/contracts/media/files'
import {
  CancelQueueBulk,
  CancelQueueItem,
  GetQueue,
  GetQueueBulk,
  ListQueueBulks,
  RetryFailedMedia,
  StartQueueBulk,
} from '@griot/contracts/queue'
import { sql } from '@griot/service-kit/db/db'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openMediaQueues } from '../jobs/media-queues.ts'
import { formOf, type Harness, log, openHarness, upload } from '../testing/harness.ts'
import { runBulks } from './run-bulks.ts'

let harness: Harness
let ama: Person
let kofi: Person
let running: ReturnType<typeof runBulks> | undefined
const admin = person({ roles: ['admin'], firstName: 'Efua', lastName: 'Owusu' })

beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(async () => {
  ama = person()
  kofi = person()
  await harness.database.db.run(sql`update media_file set deleted_at = now() where deleted_at is null`)
  await harness.database.db.run(sql`delete from queue_bulk`)
  await harness.database.db.run(sql`delete from audit_entry`)
})
afterEach(() => stop())

const startInstance = () => {
  const queue = { jobs: openMediaQueues(harness.queueing), isReachable: () => true }
  return runBulks({ db: harness.database.db, queue, outbox: { kick: () => {} }, log })
}
const run = () => {
  running = startInstance()
}
const stop = async () => {
  await running?.close()
  running = undefined
}
const as = (who: Person) => harness.service.as(who)
const uploaded = async (who = ama) => (await upload(as(who), formOf(randomBytes(100)))).id
const failed = async (who = ama, how = { isPermanent: false }) => {
  const id = await uploaded(who)
  await harness.markFailed(id, how)
  return id
}
const counts = async (who = admin) => (await as(who).call(GetQueue, {})).counts
const ended = async (who: Person, id: string, timeout = 10_000) => {
  const read = () => as(who).call(GetQueueBulk, { params: { id } })
  await expect.poll(async () => (await read()).state, { timeout }).not.toBe('running')
  return read()
}

const auditEntries = () =>
  harness.database.db.many(
    z.object({ action: z.string(), actor_id: z.string(), subject_name: z.string(), details: z.unknown() }),
    sql`select action, actor_id, subject_name, details from audit_entry order by created_at`,
  )

/** Files in processing that were not uploaded. */
const addFiles = (number: number) =>
  harness.database.db.run(sql`
    with added as (
      insert into media_file (id, owner_id, owner_name, original_name, mime_type, size_bytes, sha256, object_key)
      select gen_random_uuid(), ${kofi.id}::uuid, 'Kofi Annan', 'many-' || nr, 'audio/mpeg', 1000, sha256(nr::text::bytea), gen_random_uuid()
      from generate_series(1, ${number}::int) nr
      returning id
    )
    insert into media_step (media_file_id, revision, kind) select id, 1, 'received' from added
  `)

describe('an action on many files', () => {
  it('retries a selection, and reports files that had finished', async () => {
    const [first, second, ready] = [await failed(), await failed(), await uploaded()]
    await harness.markReady(ready)
    const body = { action: 'retry' as const, mediaFileIds: [first, second, ready] }
    const bulk = await as(admin).call(StartQueueBulk, { body })
    expect(bulk).toMatchObject({ state: 'running', total: 3, done: 0, actorName: 'Efua Owusu' })

    run()
    expect(await ended(admin, bulk.id)).toMatchObject({ state: 'done', done: 2, skipped: 1, failed: 0 })
    expect(await counts()).toMatchObject({ waiting: 2, failed: 0, ready: 1 })
    expect(await as(ama).call(GetMedia, { params: { id: ready } })).toMatchObject({ status: 'ready' })
  })

  it('changes what matched the filter when it began', async () => {
    const ids = [await failed(), await failed(kofi)]
    await failed(ama, { isPermanent: true })
    const bulk = await as(admin).call(StartQueueBulk, { body: { action: 'retry', filter: { state: 'failed' } } })
    expect(bulk.total).toBe(2)
    // One finishes, one is deleted and one fails between the click and the action.
    await as(admin).call(CancelQueueItem, { params: { id: await uploaded() } })
    await harness.database.db.run(sql`delete from media_file where id = ${ids[1] ?? ''}`)
    const later = await failed()

    run()
    expect(await ended(admin, bulk.id)).toMatchObject({ state: 'done', done: 1, skipped: 1 })
    expect((await as(admin).call(GetQueue, { query: { state: 'fixable' } })).rows).toMatchObject([{ id: later }])
  })

  it('clears finished rows from the list, and keeps the files', async () => {
    const [bad, permanent, cancelled, waiting] = [
      await failed(),
      await failed(ama, { isPermanent: true }),
      await uploaded(),
      await uploaded(),
    ]
    await as(ama).call(CancelQueueItem, { params: { id: cancelled } })
    run()
    for (const state of ['failed', 'cancelled'] as const) {
      const bulk = await as(ama).call(StartQueueBulk, { body: { action: 'clear', filter: { state } } })
      await ended(ama, bulk.id)
    }

    expect(await counts()).toMatchObject({ failed: 0, hopeless: 0, cancelled: 0, waiting: 1 })
    expect((await as(ama).call(GetQueue, {})).rows).toMatchObject([{ id: waiting }])
    const library = await as(ama).call(ListUserMedia, { params: { id: 'me' } })
    expect(library.map(({ id }) => id)).toEqual([waiting, cancelled, permanent, bad])
    await expect(
      as(ama).call(StartQueueBulk, { body: { action: 'clear', filter: { state: 'failed' } } }),
    ).rejects.toMatchObject({ status: 409, code: 'bulk.nothing' })
  })

  it('shows a cleared file again when it is retried', async () => {
    const id = await failed()
    run()
    const clear = await as(ama).call(StartQueueBulk, { body: { action: 'clear', mediaFileIds: [id] } })
    await ended(ama, clear.id)
    expect((await as(ama).call(GetQueue, {})).rows).toEqual([])
    const retry = await as(ama).call(StartQueueBulk, { body: { action: 'retry', mediaFileIds: [id] } })
    await ended(ama, retry.id)

    expect((await as(ama).call(GetQueue, {})).rows).toMatchObject([{ id, state: 'waiting' }])
  })

  it('counts a file that cannot be changed as failed, and changes the others', async () => {
    const ids = [await failed(), await failed(), await failed()]
    // The next revision exceeds the type of the column.
    await harness.database.db.run(sql`update media_file set revision = 2147483647 where id = ${ids[1] ?? ''}`)
    const bulk = await as(ama).call(StartQueueBulk, { body: { action: 'retry', mediaFileIds: ids } })
    run()

    expect(await ended(ama, bulk.id)).toMatchObject({ state: 'done', done: 2, failed: 1, skipped: 0 })
    expect(await counts()).toMatchObject({ waiting: 2, failed: 1 })
  })

  it('counts each file in its own action, with several instances and failures', async () => {
    const started: string[] = []
    for (let nth = 0; nth < 6; nth += 1) {
      const ids = [await failed(), await failed(), await failed()]
      await harness.database.db.run(sql`update media_file set revision = 2147483647 where id = ${ids[nth % 3] ?? ''}`)
      const bulk = await as(ama).call(StartQueueBulk, { body: { action: 'retry', mediaFileIds: ids } })
      started.push(bulk.id)
    }
    run()
    const second = startInstance()

    for (const id of started) {
      expect(await ended(ama, id)).toMatchObject({ state: 'done', done: 2, failed: 1, skipped: 0 })
    }
    await second.close()
  })

  it('changes over 10,000 files, survives a restart, and can be cancelled', async () => {
    // In parts: a statement may take four seconds.
    for (let part = 0; part < 21; part += 1) await addFiles(500)
    const bulk = await as(admin).call(StartQueueBulk, { body: { action: 'cancel', filter: { ownerId: kofi.id } } })
    expect(bulk.total).toBe(10_500)
    const done = async () => (await as(admin).call(GetQueueBulk, { params: { id: bulk.id } })).done
    run()
    await expect.poll(done, { timeout: 60_000 }).toBeGreaterThan(0)
    await stop()
    const before = await done()
    expect((await counts()).cancelled).toBe(before)

    run()
    await expect.poll(done, { timeout: 60_000 }).toBeGreaterThan(before)
    const cancelled = await as(admin).call(CancelQueueBulk, { params: { id: bulk.id } })
    expect(cancelled).toMatchObject({ state: 'cancelled', total: 10_500 })
    await stop()
    const rest = 10_500 - (await done())
    expect(rest).toBeGreaterThan(0)
    expect(await counts()).toMatchObject({ cancelled: 10_500 - rest, waiting: rest })
    await expect(as(admin).call(CancelQueueBulk, { params: { id: bulk.id } })).rejects.toMatchObject({
      code: 'bulk.over',
    })

    const again = await as(admin).call(StartQueueBulk, { body: { action: 'cancel', filter: { ownerId: kofi.id } } })
    run()
    expect(await ended(admin, again.id, 120_000)).toMatchObject({ state: 'done', done: rest, skipped: 0, failed: 0 })
    expect(await counts()).toMatchObject({ cancelled: 10_500, waiting: 0 })
  }, 240_000)

  it('is recorded in the audit log for an admin, from its start to its stop', async () => {
    const id = await failed()
    const bulk = await as(admin).call(StartQueueBulk, { body: { action: 'retry', filter: { state: 'failed' } } })
    await as(admin).call(CancelQueueBulk, { params: { id: bulk.id } })
    const own = await as(ama).call(StartQueueBulk, { body: { action: 'retry', mediaFileIds: [id] } })
    await as(ama).call(CancelQueueBulk, { params: { id: own.id } })
    await as(admin).call(RetryFailedMedia, {})

    const about = { actor_id: admin.id, subject_name: '1 file' }
    expect(await auditEntries()).toEqual([
      { ...about, action: 'queue.retried', details: { files: 1, filter: { state: 'failed' } } },
      { ...about, action: 'queue.stopped', details: { stopped: 'retry', files: 1, done: 0 } },
      { ...about, action: 'queue.retried', details: { files: 1 } },
    ])
  })
})

describe('access to actions on many files', () => {
  it('lets owners change and see only their own, and admins all', async () => {
    const [hers, his] = [await failed(), await failed(kofi)]
    await expect(
      as(ama).call(StartQueueBulk, { body: { action: 'retry', mediaFileIds: [his] } }),
    ).rejects.toMatchObject({ status: 409 })
    const mine = await as(ama).call(StartQueueBulk, { body: { action: 'retry', filter: {} } })
    expect(mine.total).toBe(1)
    const all = await as(admin).call(StartQueueBulk, { body: { action: 'retry', mediaFileIds: [hers, his] } })

    expect((await as(ama).call(ListQueueBulks, {})).map(({ id }) => id)).toEqual([mine.id])
    expect((await as(kofi).call(ListQueueBulks, {})).map(({ id }) => id)).toEqual([])
    expect((await as(admin).call(ListQueueBulks, {})).map(({ id }) => id)).toEqual([all.id, mine.id])
    const address = { params: { id: mine.id } }
    for (const endpoint of [GetQueueBulk, CancelQueueBulk]) {
      await expect(harness.service.as(null).call(endpoint, address)).rejects.toMatchObject({ status: 401 })
      await expect(as(kofi).call(endpoint, address)).rejects.toMatchObject({ status: 404 })
      expect(await as(admin).call(GetQueueBulk, address)).toMatchObject({ id: mine.id })
      expect(await as(ama).call(GetQueueBulk, address)).toMatchObject({ id: mine.id })
    }
    expect(await as(ama).call(CancelQueueBulk, address)).toMatchObject({ state: 'cancelled' })
    const body = { action: 'retry', filter: {} } as const
    await expect(harness.service.as(null).call(ListQueueBulks, {})).rejects.toMatchObject({ status: 401 })
    await expect(harness.service.as(null).call(StartQueueBulk, { body })).rejects.toMatchObject({ status: 401 })
  })

  it('refuses unknown fields, without which it would apply to more files', async () => {
    await failed()
    for (const body of [
      { action: 'retry', filter: { stat: 'failed' } },
      { action: 'retry', filter: {}, owner: kofi.id },
    ]) {
      const response = await as(ama).fetch(StartQueueBulk.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(response.status).toBe(400)
    }
    expect(await as(ama).call(ListQueueBulks, {})).toEqual([])
  })

  it('refuses both or neither of files and filter', async () => {
    for (const body of [
      { action: 'retry' as const },
      { action: 'retry' as const, filter: {}, mediaFileIds: [randomUUID()] },
    ]) {
      await expect(as(ama).call(StartQueueBulk, { body })).rejects.toMatchObject({ status: 400 })
    }
  })
})
