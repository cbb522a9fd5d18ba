import { randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasRedis } from '@griot/service-kit/testing/redis'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { recordedSound } from './recorded-sound.ts'
import { openWorkerHouse, type WorkerHouse } from './worker-house.ts'

let house: WorkerHouse

beforeAll(async () => {
  if (hasRedis) house = await openWorkerHouse()
}, 120_000)
afterAll(async () => {
  if (hasRedis) await house.close()
})

const ready = (userId: string, id: string, timeout = 90_000) =>
  vi.waitFor(async () => expect(await house.see(userId, id)).toMatchObject({ status: 'ready' }), {
    timeout,
    interval: 100,
  })

// One story in order: each drill goes on with what the one before has left running.
describe.skipIf(!hasRedis)('the queue of media files', { timeout: 200_000 }, () => {
  const [ama, kofi, esi] = [randomUUID(), randomUUID(), randomUUID()]

  it('takes files before Redis was ever there, at once, and works on them when it is', async () => {
    await remember()
    await house.startService()
    await house.startWorker()
    const { id, tookMs } = await house.upload(ama, await recordedSound(5))

    // Who waited for Redis would wait for longer.
    expect(tookMs).toBeLessThan(10_000)
    expect(await house.see(ama, id)).toMatchObject({ status: 'processing' })
    await vi.waitFor(async () => expect((await house.queue(ama)).health).toBe('unreachable'), 10_000)
    await house.redis.start()
    await ready(ama, id)
    await vi.waitFor(async () => expect((await house.queue(ama)).health).toBe('ok'), 10_000)
  })

  it('takes files while Redis is away, and loses none', async () => {
    await house.redis.stop()
    const sent = []
    for (const who of [ama, kofi]) sent.push({ who, ...(await house.upload(who, await recordedSound(5))) })
    for (const { tookMs } of sent) expect(tookMs).toBeLessThan(10_000)
    await house.redis.start()
    for (const { who, id } of sent) await ready(who, id)
    await spoil(sent.map(({ id }) => id))
  })

  it('is flushed with files waiting, worked on and put off, and every one of them is ready all the same, once', async () => {
    const sound = await recordedSound(120)
    const sent: { who: string; id: string }[] = []
    for (const who of [ama, ama, ama, kofi, kofi, esi]) sent.push({ who, id: (await house.upload(who, sound)).id })
    await vi.waitFor(async () => expect((await house.programs()).length).toBeGreaterThan(0), {
      timeout: 30_000,
      interval: 20,
    })
    await house.flushRedis()

    for (const { who, id } of sent) await ready(who, id, 150_000)
    for (const { id } of sent) expect(await house.steps(id, 'ready')).toBe(1)
    await vi.waitFor(async () => expect(await house.programs()).toEqual([]), 10_000)
  })

  it('gets over a PostgreSQL that is killed in the middle', async () => {
    const sound = await recordedSound(120)
    const sent: { who: string; id: string }[] = []
    for (const who of [ama, kofi, esi]) sent.push({ who, id: (await house.upload(who, sound)).id })
    await vi.waitFor(async () => expect((await house.programs()).length).toBeGreaterThan(0), {
      timeout: 30_000,
      interval: 20,
    })
    await house.killPostgres()

    for (const { who, id } of sent) await ready(who, id, 150_000)
    for (const { id } of sent) expect(await house.steps(id, 'ready')).toBe(1)
  })

  it('has found meanwhile that one recording was lost and one has changed, and their owners know', async () => {
    const { lost, damaged } = spoilt
    await vi.waitFor(
      async () => {
        expect(await house.see(ama, lost)).toMatchObject({ status: 'failed', failure: expect.stringContaining('lost') })
        expect(await house.see(kofi, damaged)).toMatchObject({
          status: 'failed',
          failure: expect.stringContaining('damaged'),
        })
      },
      { timeout: 60_000, interval: 200 },
    )
  })

  it('is told all of it again, in any order and twice, after the queue has forgotten it; and nothing changes', async () => {
    const told = await house.askDatabase('select * from media.told')
    expect(told.length).toBeGreaterThan(10)
    await house.askDatabase('drop trigger told on media.outbox')
    const before = await everything()
    const { queue, close } = house.openQueue()
    try {
      for (let again = 1; again <= 2; again += 1) {
        await house.flushRedis()
        await house.askDatabase(`
          insert into media.outbox select (jsonb_populate_record(t, jsonb_build_object('created_at', now() - random() * interval '1 hour'))).*
          from media.told t
        `)
        await vi.waitFor(
          async () => {
            expect(await house.askDatabase('select 1 from media.outbox')).toEqual([])
            const { completed, failed, ...others } = await queue.getJobCounts()
            expect({ completed, failed }).toEqual({ completed: told.length, failed: 0 })
            expect(Object.values(others).every((count) => count === 0)).toBe(true)
          },
          { timeout: 60_000, interval: 100 },
        )
      }
      expect(await everything()).toEqual(before)
      await vi.waitFor(async () => expect(await house.programs()).toEqual([]), 10_000)
    } finally {
      await close()
    }
  })
})

/** Keeps whatever goes through the outbox, to tell it again. */
const remember = () =>
  house.askDatabase(`
    create table media.told (like media.outbox);
    create function media.remember() returns trigger language plpgsql security definer as $$
    begin insert into media.told values (new.*); return null; end $$;
    create trigger told after insert on media.outbox for each row execute function media.remember()
  `)

/** All that is known of files, as text. */
const everything = async () => {
  const tables = ['media_file', 'media_step', 'media_waveform', 'media_rendition', 'media_turn', 'media_waiter']
  const rows = tables.map((table) => house.askDatabase(`select t::text as row from media.${table} t order by 1`))
  return Promise.all(rows)
}

let spoilt = { lost: '', damaged: '' }

/** Takes one object away and changes a bit of another, as long after they were stored as they are looked at again. */
const spoil = async ([lost = '', damaged = '']: string[]) => {
  spoilt = { lost, damaged }
  const rows = await house.askDatabase('select id, object_key as key from media.media_file where id = any($1)', [
    [lost, damaged],
  ])
  const pathOf = (id: string) => join(house.objectsDir, String(rows.find((row) => row.id === id)?.key))
  const bytes = await readFile(pathOf(damaged))
  bytes.writeUInt8(bytes.readUInt8(5_000) ^ 1, 5_000)
  await writeFile(pathOf(damaged), bytes)
  await rm(pathOf(lost))
  await house.askDatabase("update media.media_file set created_at = now() - interval '2 days' where id = any($1)", [
    [lost, damaged],
  ])
}
