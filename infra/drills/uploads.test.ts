import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { UploadMedia } from '@griot/contracts/media/files'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { percentile } from '../testing/statistics.ts'
import { type MediaHarness, openMediaHarness } from './media-harness.ts'
import { createTusClient, type TusClient } from './tus-client.ts'

let harness: MediaHarness
let tus: TusClient
const whole = randomBytes(100 * 1024 * 1024)

beforeAll(async () => {
  harness = await openMediaHarness({ media: { FREE_DISK_BYTES: '0' } })
  tus = createTusClient(harness.origin, await harness.createUser())
}, 120_000)
afterAll(() => harness.close())

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const idIn = (path: string) => path.split('/').at(-1) ?? ''
const keyOf = (id: string) => `originals/${id.slice(0, 2)}/${id}`

/** The bytes of an upload on the disk. */
const storedBytes = async (path: string) => {
  const file = await stat(join(harness.objectsDir, 'arriving', keyOf(idIn(path)))).catch(() => undefined)
  return file?.size ?? 0
}

/** Expects a file for each row and a row for each file. */
const expectNoOrphans = async () => {
  const { rows } = await harness.asSuperuser((client) =>
    client.query<{ key: string; hash: string; jobs: string }>(`
      select object_key as key, encode(sha256, 'hex') as hash,
        (select count(*) from media.media_step s where s.media_file_id = m.id and s.kind = 'received') as jobs
      from media.media_file m where deleted_at is null
    `),
  )
  for (const { key, hash, jobs } of rows) {
    expect(sha256(await readFile(join(harness.objectsDir, key)))).toBe(hash)
    expect(Number(jobs)).toBe(1)
  }
  const expected = new Set(rows.map(({ key }) => join(harness.objectsDir, key)))
  expect((await harness.storedFiles()).filter((file) => !expected.has(file))).toEqual([])
  expect(harness.areRunning()).toBe(true)
}

const expectStored = async (path: string, bytes: Buffer) => {
  const { rows } = await harness.asSuperuser((client) =>
    client.query<{ hash: string }>("select encode(sha256, 'hex') as hash from media.media_file where id = $1", [
      idIn(path),
    ]),
  )
  expect(rows).toEqual([{ hash: sha256(bytes) }])
}

const countFiles = async () => {
  const { rows } = await harness.asSuperuser((client) =>
    client.query<{ n: number }>('select count(*)::int as n from media.media_file'),
  )
  return rows[0]?.n ?? 0
}

describe('an upload of 100 MB', { timeout: 120_000 }, () => {
  it('is stored completely although the media service and the gateway are killed during it', async () => {
    const path = await tus.create(whole.length)
    for (const kill of [harness.killMedia, harness.killGateway, harness.killMedia]) {
      const offset = await tus.readOffset(path)
      const patch = tus.openPatch(path, offset, whole.length - offset)
      const closed = new Promise((resolve) => patch.once('close', resolve))
      void tus.write(patch, whole.subarray(offset, offset + 20_000_000))
      await vi.waitFor(async () => expect(await storedBytes(path)).toBeGreaterThan(offset), {
        timeout: 20_000,
        interval: 5,
      })
      const before = await storedBytes(path)
      await kill()
      // Not all data was written, so the connection does not end without this.
      patch.destroy()
      await closed
      expect(await tus.readOffset(path)).toBeGreaterThanOrEqual(before)
    }
    await tus.finish(path, whole)

    await expectStored(path, whole)
    await expectNoOrphans()
  })

  it('leaves no file when the client disconnects before the end', async () => {
    const form = tus.formOf(whole)
    for (const share of [0.01, 0.5, 0.999]) {
      const before = await countFiles()
      const sending = tus.openForm(form.length)
      const closed = new Promise((resolve) => sending.once('close', resolve))
      await tus.write(sending, form.subarray(0, Math.floor(form.length * share)))
      sending.destroy()
      await closed

      expect(await countFiles()).toBe(before)
      await vi.waitFor(() => expectNoOrphans(), { timeout: 20_000, interval: 100 })
    }
  })

  it('leaves at most one file when the client disconnects after the last byte', async () => {
    const form = tus.formOf(whole)
    const before = await countFiles()
    const sending = tus.openForm(form.length)
    const closed = new Promise((resolve) => sending.once('close', resolve))
    await tus.write(sending, form)
    // The last byte is sent, and the client does not wait for the response.
    await new Promise<void>((resolve) => sending.end(resolve))
    sending.destroy()
    await closed

    await vi.waitFor(() => expectNoOrphans(), { timeout: 20_000, interval: 100 })
    expect((await countFiles()) - before).toBeLessThanOrEqual(1)

    const path = await tus.create(whole.length)
    const patch = tus.openPatch(path, 0, whole.length)
    await tus.write(patch, whole)
    await new Promise<void>((resolve) => patch.end(resolve))
    patch.destroy()
    await tus.finish(path, whole)
    await expectStored(path, whole)
  })

  it('is completed by the next start when the service is killed after the last byte', async () => {
    const bytes = whole.subarray(0, 50_000_000)
    const path = await tus.create(bytes.length)
    const patch = tus.openPatch(path, 0, bytes.length)
    await tus.write(patch, bytes)
    patch.end()
    await vi
      .waitFor(async () => expect(await storedBytes(path)).toBe(bytes.length), { timeout: 20_000, interval: 1 })
      .catch(
        // The service has already moved the file, which is also fine.
        () => {},
      )
    await harness.killMedia()
    patch.destroy()

    await vi.waitFor(() => expectStored(path, bytes), { timeout: 20_000, interval: 100 })
    await expectNoOrphans()
  })
})

describe('two uploads at once', { timeout: 60_000 }, () => {
  it('are separate files with their own bytes', async () => {
    const files = Array.from({ length: 4 }, () => randomBytes(5_000_000))
    const paths = await Promise.all(
      files.map(async (bytes) => {
        const path = await tus.create(bytes.length)
        await tus.finish(path, bytes)
        return path
      }),
    )
    for (const [index, path] of paths.entries()) await expectStored(path, files[index] ?? Buffer.alloc(0))
  })

  it('of the same upload through two connections are one file', async () => {
    const bytes = randomBytes(20_000_000)
    const path = await tus.create(bytes.length)
    await Promise.all([tus.finish(path, bytes), tus.finish(path, bytes)])

    await expectStored(path, bytes)
    await expectNoOrphans()
  })
})

// The service waits half a minute for slow clients.
describe.runIf(process.env.LONG_DRILLS)('clients that are too slow', { timeout: 120_000 }, () => {
  it('receive 408 while other clients are served', async () => {
    const slow = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const slowTus = createTusClient(harness.origin, await harness.createUser())
        const sending = slowTus.openForm(1_000_000)
        const response = slowTus.responseTo(sending)
        // Without the closing boundary: the service responds as soon as the form is complete.
        sending.write(slowTus.formOf(Buffer.alloc(100)).subarray(0, 150))
        const trickle = setInterval(() => sending.write('x'), 500)
        return { response, stop: () => clearInterval(trickle), sending }
      }),
    )
    let served = 0
    const all = Promise.all(slow.map(({ response }) => response))
    const finished = all.then(() => true)
    while (!(await Promise.race([finished, new Promise<false>((resolve) => setTimeout(resolve, 200, false))]))) {
      const response = await fetch(`${harness.origin()}/readyz`)
      expect(response.status).toBe(200)
      served += 1
    }
    for (const { stop, sending } of slow) {
      stop()
      sending.destroy()
    }

    expect(served).toBeGreaterThan(10)
    expect((await all).map((response) => response?.status)).toEqual(Array(8).fill(408))
    await vi.waitFor(() => expectNoOrphans(), { timeout: 20_000, interval: 100 })
    const user = await harness.createUser()
    const form = new FormData()
    form.append('audio', new File([new Uint8Array(randomBytes(1_000))], 'a.mp3', { type: 'audio/mpeg' }))
    expect((await user.fetch(UploadMedia.path, { method: 'POST', body: form })).status).toBe(201)
  })

  it('do not slow down others when they send almost nothing', async () => {
    const { hostname, port } = new URL(harness.origin())
    const normalMs = await p99Of(300)
    const silent = await Promise.all(
      Array.from({ length: 220 }, async (_, index) => {
        const socket = connect(Number(port), hostname)
        socket.on('error', () => {}).resume()
        const closed = once(socket, 'close')
        await once(socket, 'connect')
        // Most connections send nothing, some a byte of a header per second.
        if (index >= 200) {
          socket.write('GET /readyz HTTP/1.1\r\nHost: drill\r\nX-Slow: ')
          const drip = setInterval(() => socket.writable && socket.write('x'), 1_000)
          socket.once('close', () => clearInterval(drip))
        }
        return closed
      }),
    )

    expect(await p99Of(300)).toBeLessThan(Math.max(normalMs * 1.5, normalMs + 50))
    await Promise.all(silent)
    expect(harness.areRunning()).toBe(true)
  })
})

/** The p99 of this many requests one after the other, in ms. */
const p99Of = async (requests: number) => {
  const durations: number[] = []
  for (let request = 0; request < requests; request += 1) {
    const startedAt = performance.now()
    expect((await fetch(`${harness.origin()}/readyz`)).status).toBe(200)
    durations.push(performance.now() - startedAt)
  }
  return percentile(durations, 0.99)
}
