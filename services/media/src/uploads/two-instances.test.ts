import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { connect, sql } from '@griot/service-kit/db/db'
import { person } from '@griot/service-kit/testing/identity'
import { serveForTest, type TestService } from '@griot/service-kit/testing/service'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createApp } from '../app.ts'
import { openMediaQueues } from '../jobs/media-queues.ts'
import { watchChanges } from '../live/watch-changes.ts'
import { originalKey } from '../storage/objects.ts'
import { grantSecret, type Harness, log, openHarness } from '../testing/harness.ts'
import { idIn, tusClient } from '../testing/tus.ts'

const ama = person()
const limits = {
  quotaBytes: null,
  quotaFiles: null,
  freeDiskBytes: 0,
  atOnceEach: 32,
  atOnce: 64,
  pace: { bytesPerSecond: 1, windowMs: 60_000 },
}

let harness: Harness
let second: { service: TestService; close(): Promise<void> }

/** A second instance: it shares only the database and the object store. */
const openSecond = async () => {
  const db = connect({ url: harness.database.url, log })
  const changes = watchChanges({ db, log })
  const jobs = openMediaQueues(harness.queueing)
  const service = await serveForTest((verify) =>
    createApp({
      db,
      store: harness.store,
      outbox: { kick: () => {} },
      changes,
      jobs,
      isQueueReachable: () => true,
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
  harness = await openHarness(undefined, limits)
  second = await openSecond()
})
afterAll(async () => {
  await second.close()
  await harness.close()
})

const here = () => tusClient(harness.service, ama)
const there = () => tusClient(second.service, ama)

const stored = async (path: string) => buffer(await harness.store.read(originalKey(idIn(path))))

const locks = sql`
  pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())
`
const locksHeld = () => harness.database.db.run(sql`select 1 from ${locks}`)

/** Sends some bytes to the first instance and keeps the request open. */
const sendPart = async (path: string, bytes: Buffer, length: number) => {
  const sending = await here().openPatch(path, 0, length)
  sending.on('error', () => {})
  sending.write(bytes)
  await vi.waitFor(async () => expect(await locksHeld()).toBe(1), 30_000)
  return sending
}

describe('an upload that reaches two instances', { timeout: 180_000 }, () => {
  it('continues on the second instance, which makes the first one release it', async () => {
    const bytes = randomBytes(300_000)
    const path = await here().begin(bytes.length)
    const hung = await sendPart(path, bytes.subarray(0, 100_000), bytes.length)

    const offset = await there().offset(path)
    expect(offset).toBeLessThanOrEqual(100_000)
    expect(await there().send(path, offset, bytes.subarray(offset))).toMatchObject({ status: 204 })
    expect(await stored(path)).toEqual(bytes)
    hung.destroy()
    await vi.waitFor(async () => expect(await locksHeld()).toBe(0), 30_000)
  })

  it('stores its bytes once when both receive them concurrently', async () => {
    const bytes = randomBytes(2_000_000)
    const path = await here().begin(bytes.length)
    for (let offset = 0; offset < bytes.length; offset = await here().offset(path)) {
      const end = Math.min(bytes.length, offset + 500_000)
      // Requests that lose are refused or cut off.
      await Promise.allSettled(
        [here(), there(), here(), there()].map((side) => side.send(path, offset, bytes.subarray(offset, end))),
      )
    }

    expect((await stored(path)).equals(bytes)).toBe(true)
  })

  it('is released by an instance that loses its database connection, and with it the lock', async () => {
    const bytes = randomBytes(200_000)
    const path = await here().begin(bytes.length)
    const hung = await sendPart(path, bytes.subarray(0, 50_000), bytes.length)
    await harness.database.db.run(sql`select pg_terminate_backend(pid) from ${locks}`)
    const cut = here().responseTo(hung)

    // Until the first instance notices the loss, both may write, and the client gets 409.
    for (let offset = await there().offset(path); offset < bytes.length; offset = await there().offset(path)) {
      expect([204, 409]).toContain((await there().send(path, offset, bytes.subarray(offset))).status)
    }
    expect(await stored(path)).toEqual(bytes)
    await cut.catch(() => {})
    hung.destroy()
  })
})
