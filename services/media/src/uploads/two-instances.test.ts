import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { MAX_UPLOAD_BYTES } from '@griot/contracts/media/audio-types'
import { UploadMedia } from '@griot/contracts/media/files'
import { connect, sql } from '@griot/service-kit/db/db'
import { person } from '@griot/service-kit/testing/identity'
import { serveForTest, type TestService } from '@griot/service-kit/testing/service'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createApp } from '../app.ts'
import { openMediaQueues } from '../jobs/media-queues.ts'
import { watchChanges } from '../live/watch-changes.ts'
import { originalKey } from '../storage/objects.ts'
import { formOf, grantSecret, type Harness, log, openHarness } from '../testing/harness.ts'
import { idIn, tusClient } from '../testing/tus.ts'

const ama = person()
const AT_ONCE_EACH = 4
const limits = {
  losslessBytes: MAX_UPLOAD_BYTES,
  quotaBytes: null,
  quotaFiles: null,
  freeDiskBytes: 0,
  atOnceEach: AT_ONCE_EACH,
  atOnce: 64,
  minimumSpeed: { bytesPerSecond: 1, windowMs: 60_000 },
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

/** Each upload that sends bytes holds two locks: its own, and a share of its owner. */
const LOCKS_OF_UPLOAD = 2
const locks = sql`
  pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())
`
const locksHeld = () => harness.database.db.run(sql`select 1 from ${locks}`)

/** Sends some bytes to the first instance and keeps the request open. */
const sendPart = async (path: string, bytes: Buffer, length: number) => {
  const before = await locksHeld()
  const sending = await here().openPatch(path, 0, length)
  sending.on('error', () => {})
  sending.write(bytes)
  await vi.waitFor(async () => expect(await locksHeld()).toBe(before + LOCKS_OF_UPLOAD), 30_000)
  return sending
}

describe('the share of a user', { timeout: 180_000 }, () => {
  afterEach(() => vi.waitFor(async () => expect(await locksHeld()).toBe(0), 30_000))

  const fillShare = () =>
    Promise.all(
      Array.from({ length: AT_ONCE_EACH }, async () => {
        const path = await here().begin(10)
        const sending = await here().openPatch(path, 0, 10)
        sending.on('error', () => {}).write('sound')
        return { path, sending, stop: () => sending.destroy() }
      }),
    )

  it('holds over all instances, for tus and form uploads, and does not limit other users', async () => {
    const sound = Buffer.from('sound')
    const waiting = await there().begin(5)
    const running = await fillShare()
    await vi.waitFor(async () => expect(await locksHeld()).toBe(AT_ONCE_EACH * LOCKS_OF_UPLOAD), 30_000)

    expect(await there().send(waiting, 0, sound)).toMatchObject({ status: 429, code: 'upload.too_many' })
    const form = { method: 'POST', body: formOf(sound) }
    expect((await second.service.as(ama).fetch(UploadMedia.path, form)).status).toBe(429)
    expect((await second.service.as(person()).fetch(UploadMedia.path, form)).status).toBe(201)

    running[0]?.stop()
    await vi.waitFor(async () => expect((await there().send(waiting, 0, sound)).status).toBe(204), 30_000)
    for (const { stop } of running) stop()
  })

  it('lets an upload continue on another instance, where it is already counted', async () => {
    const running = await fillShare()
    const [first] = running
    if (first === undefined) throw new Error('no upload')
    await vi.waitFor(async () => expect(await locksHeld()).toBe(AT_ONCE_EACH * LOCKS_OF_UPLOAD), 30_000)
    const offset = () => harness.store.partials.size(originalKey(idIn(first.path)))
    const begin = await offset()

    expect(await there().send(first.path, begin, Buffer.from('soundsound').subarray(begin))).toMatchObject({
      status: expect.toBeOneOf([204, 409]),
    })
    for (const { stop } of running) stop()
  })
})

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
