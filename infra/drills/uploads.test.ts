import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { UploadMedia } from '@griot/contracts/media/files'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type MediaHouse, openMediaHouse } from './media-house.ts'
import { createUploader, type Uploader } from './uploader.ts'

let house: MediaHouse
let uploader: Uploader
const whole = randomBytes(100 * 1024 * 1024)

beforeAll(async () => {
  house = await openMediaHouse({ media: { FREE_DISK_BYTES: '0' } })
  uploader = createUploader(house.origin, await house.somebody())
}, 120_000)
afterAll(() => house.close())

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const idIn = (path: string) => path.split('/').at(-1) ?? ''
const keyOf = (id: string) => `originals/${id.slice(0, 2)}/${id}`

/** How many bytes of an upload are on the disk by now. */
const arrived = async (path: string) => {
  const file = await stat(join(house.objectsDir, 'arriving', keyOf(idIn(path)))).catch(() => undefined)
  return file?.size ?? 0
}

/** Files and objects belong together: no row without its bytes, no bytes without a row. */
const expectNothingAstray = async () => {
  const { rows } = await house.asAdmin((client) =>
    client.query<{ key: string; hash: string; jobs: string }>(`
      select object_key as key, encode(sha256, 'hex') as hash,
        (select count(*) from media.media_step s where s.media_file_id = m.id and s.kind = 'received') as jobs
      from media.media_file m where deleted_at is null
    `),
  )
  for (const { key, hash, jobs } of rows) {
    expect(sha256(await readFile(join(house.objectsDir, key)))).toBe(hash)
    expect(Number(jobs)).toBe(1)
  }
  const known = new Set(rows.map(({ key }) => join(house.objectsDir, key)))
  expect((await house.storedFiles()).filter((file) => !known.has(file))).toEqual([])
  expect(house.areAlive()).toBe(true)
}

const expectArrived = async (path: string, bytes: Buffer) => {
  const { rows } = await house.asAdmin((client) =>
    client.query<{ hash: string }>("select encode(sha256, 'hex') as hash from media.media_file where id = $1", [
      idIn(path),
    ]),
  )
  expect(rows).toEqual([{ hash: sha256(bytes) }])
}

const filesOf = async () => {
  const { rows } = await house.asAdmin((client) =>
    client.query<{ n: number }>('select count(*)::int as n from media.media_file'),
  )
  return rows[0]?.n ?? 0
}

describe('an upload of 100 MB', { timeout: 120_000 }, () => {
  it('arrives whole although the media service and the gateway are killed in the middle of it', async () => {
    const path = await uploader.create(whole.length)
    for (const kill of [house.killMedia, house.killGateway, house.killMedia]) {
      const offset = await uploader.offsetOf(path)
      const patch = uploader.sending(path, offset, whole.length - offset)
      const gone = new Promise((resolve) => patch.once('close', resolve))
      void uploader.write(patch, whole.subarray(offset, offset + 20_000_000))
      await vi.waitFor(async () => expect(await arrived(path)).toBeGreaterThan(offset), {
        timeout: 20_000,
        interval: 5,
      })
      const before = await arrived(path)
      await kill()
      // Not all of what was sent had been asked to be sent, so the connection does not end by itself.
      patch.destroy()
      await gone
      expect(await uploader.offsetOf(path)).toBeGreaterThanOrEqual(before)
    }
    await uploader.finish(path, whole)

    await expectArrived(path, whole)
    await expectNothingAstray()
  })

  it('is one file, or none, wherever its sender vanishes', async () => {
    const form = uploader.form(whole)
    for (const share of [0.01, 0.5, 0.999]) {
      const before = await filesOf()
      const sending = uploader.sendingForm(form.length)
      const gone = new Promise((resolve) => sending.once('close', resolve))
      await uploader.write(sending, form.subarray(0, Math.floor(form.length * share)))
      sending.destroy()
      await gone

      expect(await filesOf()).toBe(before)
      await vi.waitFor(() => expectNothingAstray(), { timeout: 20_000, interval: 100 })
    }
  })

  it('is one file when its sender vanishes after the last byte', async () => {
    const form = uploader.form(whole)
    const before = await filesOf()
    const sending = uploader.sendingForm(form.length)
    const gone = new Promise((resolve) => sending.once('close', resolve))
    await uploader.write(sending, form)
    // The last byte has left for the gateway, and nobody waits for the answer.
    await new Promise<void>((resolve) => sending.end(resolve))
    sending.destroy()
    await gone

    await vi.waitFor(() => expectNothingAstray(), { timeout: 20_000, interval: 100 })
    expect((await filesOf()) - before).toBeLessThanOrEqual(1)

    const path = await uploader.create(whole.length)
    const patch = uploader.sending(path, 0, whole.length)
    await uploader.write(patch, whole)
    await new Promise<void>((resolve) => patch.end(resolve))
    patch.destroy()
    await uploader.finish(path, whole)
    await expectArrived(path, whole)
  })

  it('is finished by the next start when its process is killed after the last byte', async () => {
    const bytes = whole.subarray(0, 50_000_000)
    const path = await uploader.create(bytes.length)
    const patch = uploader.sending(path, 0, bytes.length)
    await uploader.write(patch, bytes)
    patch.end()
    await vi
      .waitFor(async () => expect(await arrived(path)).toBe(bytes.length), { timeout: 20_000, interval: 1 })
      .catch(
        // It was quicker than we looked: then it is a file already, which is what this is about.
        () => {},
      )
    await house.killMedia()
    patch.destroy()

    await vi.waitFor(() => expectArrived(path, bytes), { timeout: 20_000, interval: 100 })
    await expectNothingAstray()
  })
})

describe('two uploads at once', { timeout: 60_000 }, () => {
  it('are two files, each with its own bytes', async () => {
    const files = Array.from({ length: 4 }, () => randomBytes(5_000_000))
    const paths = await Promise.all(
      files.map(async (bytes) => {
        const path = await uploader.create(bytes.length)
        await uploader.finish(path, bytes)
        return path
      }),
    )
    for (const [index, path] of paths.entries()) await expectArrived(path, files[index] ?? Buffer.alloc(0))
  })

  it('through two connections for one and the same are one file', async () => {
    const bytes = randomBytes(20_000_000)
    const path = await uploader.create(bytes.length)
    await Promise.all([uploader.finish(path, bytes), uploader.finish(path, bytes)])

    await expectArrived(path, bytes)
    await expectNothingAstray()
  })
})

// Half a minute is what the slow are given.
describe.runIf(process.env.LONG_DRILLS)('someone who is too slow', { timeout: 120_000 }, () => {
  it('is told so and sent away, while the others are served', async () => {
    const slow = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const theirs = createUploader(house.origin, await house.somebody())
        const sending = theirs.sendingForm(1_000_000)
        const answered = theirs.answerTo(sending)
        sending.write(theirs.form(Buffer.alloc(10)).subarray(0, 150))
        const trickle = setInterval(() => sending.write('x'), 500)
        return { answered, stop: () => clearInterval(trickle), sending }
      }),
    )
    let served = 0
    const all = Promise.all(slow.map(({ answered }) => answered))
    const isOver = all.then(() => true)
    while (!(await Promise.race([isOver, new Promise<false>((resolve) => setTimeout(resolve, 200, false))]))) {
      const answer = await fetch(`${house.origin()}/readyz`)
      expect(answer.status).toBe(200)
      served += 1
    }
    for (const { stop, sending } of slow) {
      stop()
      sending.destroy()
    }

    expect(served).toBeGreaterThan(10)
    expect((await all).map((said) => said?.status)).toEqual(Array(8).fill(408))
    await vi.waitFor(() => expectNothingAstray(), { timeout: 20_000, interval: 100 })
    const visitor = await house.somebody()
    const form = new FormData()
    form.append('audio', new File([new Uint8Array(randomBytes(1_000))], 'a.mp3', { type: 'audio/mpeg' }))
    expect((await visitor.fetch(UploadMedia.path, { method: 'POST', body: form })).status).toBe(201)
  })

  it('or says next to nothing, and costs the others no time', async () => {
    const { hostname, port } = new URL(house.origin())
    const usual = await slowestOf(300)
    const silent = await Promise.all(
      Array.from({ length: 220 }, async (_, nth) => {
        const socket = connect(Number(port), hostname)
        socket.on('error', () => {}).resume()
        const closed = once(socket, 'close')
        await once(socket, 'connect')
        // Most say nothing at all; some a byte of a header now and then.
        if (nth >= 200) {
          socket.write('GET /readyz HTTP/1.1\r\nHost: drill\r\nX-Slow: ')
          const drip = setInterval(() => socket.writable && socket.write('x'), 1_000)
          socket.once('close', () => clearInterval(drip))
        }
        return closed
      }),
    )

    expect(await slowestOf(300)).toBeLessThan(Math.max(usual * 1.5, usual + 50))
    await Promise.all(silent)
    expect(house.areAlive()).toBe(true)
  })
})

/** Of so many requests one after another, how long all but one in a hundred took at most, in ms. */
const slowestOf = async (requests: number) => {
  const took: number[] = []
  for (let request = 0; request < requests; request += 1) {
    const began = performance.now()
    expect((await fetch(`${house.origin()}/readyz`)).status).toBe(200)
    took.push(performance.now() - began)
  }
  return took.toSorted((a, b) => a - b)[Math.floor(requests * 0.99)] ?? 0
}
