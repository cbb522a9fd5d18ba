import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { connect, sql } from '@griot/service-kit/db'
import { person } from '@griot/service-kit/testing/identity'
import { serveForTest, type TestService } from '@griot/service-kit/testing/service'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createApp } from '../app.ts'
import { watchChanges } from '../live/watch-changes.ts'
import { MEDIA_QUEUE } from '../processing/probe-media.job.ts'
import { openMediaQueue } from '../queue/media-queue.ts'
import { originalKey } from '../storage/keys.ts'
import { grantSecret, type House, log, openHouse } from '../testing/house.ts'
import { idIn, tusOf } from '../testing/tus.ts'

const ama = person()
const limits = {
  quotaBytes: null,
  quotaFiles: null,
  freeDiskBytes: 0,
  atOnceEach: 32,
  atOnce: 64,
  pace: { bytesPerSecond: 1, windowMs: 60_000 },
}

let house: House
let other: { service: TestService; close(): Promise<void> }

/** As another process: it shares the database and the objects, and nothing else. */
const openOther = async () => {
  const db = connect({ url: house.database.url, log })
  const changes = watchChanges({ db, log })
  const jobs = house.queueing.queue(MEDIA_QUEUE)
  const service = await serveForTest((verify) =>
    createApp({
      db,
      store: house.store,
      outbox: { kick: () => {} },
      changes,
      queue: openMediaQueue(jobs, () => true),
      jobs,
      verify,
      log,
      catalogUrl: 'http://127.0.0.1:9',
      grantSecret,
      limits,
    }),
  )
  return {
    service,
    async close() {
      await changes.close()
      await service.close()
      await db.close()
    },
  }
}

beforeAll(async () => {
  house = await openHouse(undefined, limits)
  other = await openOther()
})
afterAll(async () => {
  await other.close()
  await house.close()
})

const here = () => tusOf(house.service, ama)
const there = () => tusOf(other.service, ama)

const stored = async (path: string) => buffer(await house.store.read(originalKey(idIn(path))))

const locks = sql`
  pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())
`
const locksHeld = () => house.database.db.run(sql`select 1 from ${locks}`)

/** Sends some of it here, and never says that this is all. */
const hanging = async (path: string, bytes: Buffer, length: number) => {
  const sending = await here().sending(path, 0, length)
  sending.on('error', () => {})
  sending.write(bytes)
  await vi.waitFor(async () => expect(await locksHeld()).toBe(1), 30_000)
  return sending
}

describe('an upload that reaches two processes of the service', { timeout: 180_000 }, () => {
  it('goes on in the other one, which has the first let go of it', async () => {
    const bytes = randomBytes(300_000)
    const path = await here().begun(bytes.length)
    const hung = await hanging(path, bytes.subarray(0, 100_000), bytes.length)

    const offset = await there().offset(path)
    expect(offset).toBeLessThanOrEqual(100_000)
    expect(await there().send(path, offset, bytes.subarray(offset))).toMatchObject({ status: 204 })
    expect(await stored(path)).toEqual(bytes)
    hung.destroy()
    await vi.waitFor(async () => expect(await locksHeld()).toBe(0), 30_000)
  })

  it('keeps its bytes when both are sent them at once', async () => {
    const bytes = randomBytes(2_000_000)
    const path = await here().begun(bytes.length)
    for (let offset = 0; offset < bytes.length; offset = await here().offset(path)) {
      const end = Math.min(bytes.length, offset + 500_000)
      // Whoever comes too late hears so, or is cut off; what counts is what has arrived.
      await Promise.allSettled(
        [here(), there(), here(), there()].map((side) => side.send(path, offset, bytes.subarray(offset, end))),
      )
    }

    expect((await stored(path)).equals(bytes)).toBe(true)
  })

  it('is let go of by a process that has lost the database, and with it its lock', async () => {
    const bytes = randomBytes(200_000)
    const path = await here().begun(bytes.length)
    const hung = await hanging(path, bytes.subarray(0, 50_000), bytes.length)
    await house.database.db.run(sql`select pg_terminate_backend(pid) from ${locks}`)
    const cut = here().answerTo(hung)

    // Until the one without a lock has noticed, the two may be in each other's way, and the client is told so.
    for (let offset = await there().offset(path); offset < bytes.length; offset = await there().offset(path)) {
      expect([204, 409]).toContain((await there().send(path, offset, bytes.subarray(offset))).status)
    }
    expect(await stored(path)).toEqual(bytes)
    await cut.catch(() => {})
    hung.destroy()
  })
})
