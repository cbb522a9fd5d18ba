import { randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasRedis } from '@griot/service-kit/testing/redis'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { recordAudio } from '../testing/record-audio.ts'
import { openWorkerHarness, type WorkerHarness } from './worker-harness.ts'

let harness: WorkerHarness

beforeAll(async () => {
  if (hasRedis) harness = await openWorkerHarness()
}, 120_000)
afterAll(async () => {
  if (hasRedis) await harness.close()
})

const waitUntilReady = (userId: string, id: string, timeout = 90_000) =>
  vi.waitFor(async () => expect(await harness.readFile(userId, id)).toMatchObject({ status: 'ready' }), {
    timeout,
    interval: 100,
  })

// The tests run in order and share their state.
describe.skipIf(!hasRedis)('the queue of media files', { timeout: 200_000 }, () => {
  const [ama, kofi, esi] = [randomUUID(), randomUUID(), randomUUID()]

  it('accepts files at once before Redis has started, and processes them when it has', async () => {
    await recordOutbox()
    await harness.startService()
    await harness.startWorker()
    const { id, durationMs } = await harness.upload(ama, await recordAudio(5))

    expect(durationMs).toBeLessThan(10_000)
    expect(await harness.readFile(ama, id)).toMatchObject({ status: 'processing' })
    await vi.waitFor(async () => expect((await harness.readQueue(ama)).health).toBe('unreachable'), 10_000)
    await harness.redis.start()
    await waitUntilReady(ama, id)
    await vi.waitFor(async () => expect((await harness.readQueue(ama)).health).toBe('ok'), 10_000)
  })

  it('accepts files while Redis is stopped, and loses none', async () => {
    await harness.redis.stop()
    const sent = []
    for (const owner of [ama, kofi]) sent.push({ owner, ...(await harness.upload(owner, await recordAudio(5))) })
    for (const { durationMs } of sent) expect(durationMs).toBeLessThan(10_000)
    await harness.redis.start()
    for (const { owner, id } of sent) await waitUntilReady(owner, id)
    await damageObjects(sent.map(({ id }) => id))
  })

  it('processes every file once although Redis is flushed while files are queued and active', async () => {
    const recording = await recordAudio(120)
    const sent: { owner: string; id: string }[] = []
    for (const owner of [ama, ama, ama, kofi, kofi, esi])
      sent.push({ owner, id: (await harness.upload(owner, recording)).id })
    await vi.waitFor(async () => expect((await harness.runningPrograms()).length).toBeGreaterThan(0), {
      timeout: 30_000,
      interval: 20,
    })
    await harness.flushRedis()

    for (const { owner, id } of sent) await waitUntilReady(owner, id, 150_000)
    for (const { id } of sent) expect(await harness.countSteps(id, 'ready')).toBe(1)
    await vi.waitFor(async () => expect(await harness.runningPrograms()).toEqual([]), 10_000)
  })

  it('finishes all files after PostgreSQL is killed during processing', async () => {
    const recording = await recordAudio(120)
    const sent: { owner: string; id: string }[] = []
    for (const owner of [ama, kofi, esi]) sent.push({ owner, id: (await harness.upload(owner, recording)).id })
    await vi.waitFor(async () => expect((await harness.runningPrograms()).length).toBeGreaterThan(0), {
      timeout: 30_000,
      interval: 20,
    })
    await harness.killPostgres()

    for (const { owner, id } of sent) await waitUntilReady(owner, id, 150_000)
    for (const { id } of sent) expect(await harness.countSteps(id, 'ready')).toBe(1)
  })

  it('has marked a lost and a changed recording as failed, with the reason', async () => {
    const { lost, damaged } = damagedFiles
    await vi.waitFor(
      async () => {
        expect(await harness.readFile(ama, lost)).toMatchObject({
          status: 'failed',
          failure: expect.stringContaining('lost'),
        })
        expect(await harness.readFile(kofi, damaged)).toMatchObject({
          status: 'failed',
          failure: expect.stringContaining('damaged'),
        })
      },
      { timeout: 60_000, interval: 200 },
    )
  })

  it('ignores jobs and events that are delivered again, twice and in another order', async () => {
    const recorded = await harness.query('select * from media.recorded_outbox')
    expect(recorded.length).toBeGreaterThan(10)
    await harness.query('drop trigger record_outbox on media.outbox')
    const before = await readAllRows()
    const { queue, close } = harness.openQueue()
    try {
      for (let round = 1; round <= 2; round += 1) {
        await harness.flushRedis()
        await harness.query(`
          insert into media.outbox select (jsonb_populate_record(t, jsonb_build_object('created_at', now() - random() * interval '1 hour'))).*
          from media.recorded_outbox t
        `)
        await vi.waitFor(
          async () => {
            expect(await harness.query('select 1 from media.outbox')).toEqual([])
            const { completed, failed, ...others } = await queue.getJobCounts()
            expect({ completed, failed }).toEqual({ completed: recorded.length, failed: 0 })
            expect(Object.values(others).every((count) => count === 0)).toBe(true)
          },
          { timeout: 60_000, interval: 100 },
        )
      }
      expect(await readAllRows()).toEqual(before)
      await vi.waitFor(async () => expect(await harness.runningPrograms()).toEqual([]), 10_000)
    } finally {
      await close()
    }
  })
})

/** Records all rows of the outbox, so that a test can deliver them again. */
const recordOutbox = () =>
  harness.query(`
    create table media.recorded_outbox (like media.outbox);
    create function media.record_outbox() returns trigger language plpgsql security definer as $$
    begin insert into media.recorded_outbox values (new.*); return null; end $$;
    create trigger record_outbox after insert on media.outbox for each row execute function media.record_outbox()
  `)

/** All rows about files, as text. */
const readAllRows = async () => {
  const tables = ['media_file', 'media_step', 'media_waveform', 'media_rendition', 'media_turn', 'media_waiter']
  const rows = tables.map((table) => harness.query(`select t::text as row from media.${table} t order by 1`))
  return Promise.all(rows)
}

let damagedFiles = { lost: '', damaged: '' }

/** Removes one object and changes a bit of another, and makes both old enough for the next audit. */
const damageObjects = async ([lost = '', damaged = '']: string[]) => {
  damagedFiles = { lost, damaged }
  const rows = await harness.query('select id, object_key as key from media.media_file where id = any($1)', [
    [lost, damaged],
  ])
  const pathOf = (id: string) => join(harness.objectsDir, String(rows.find((row) => row.id === id)?.key))
  const bytes = await readFile(pathOf(damaged))
  bytes.writeUInt8(bytes.readUInt8(5_000) ^ 1, 5_000)
  await writeFile(pathOf(damaged), bytes)
  await rm(pathOf(lost))
  await harness.query("update media.media_file set created_at = now() - interval '2 days' where id = any($1)", [
    [lost, damaged],
  ])
}
