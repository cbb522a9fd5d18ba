import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { MAX_UPLOAD_BYTES } from '@griot/contracts/media/audio-types'
import { GetMedia } from '@griot/contracts/media/files'
import { CancelUpload, CreateUpload, ListUploads } from '@griot/contracts/uploads'
import { sql } from '@griot/service-kit/db/db'
import { storageFull } from '@griot/service-kit/objects/files'
import { type ObjectStore, WrongOffset } from '@griot/service-kit/objects/object-store'
import { isOnServers } from '@griot/service-kit/testing/backing-services'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { originalKey } from '../storage/objects.ts'
import { type Harness, openHarness } from '../testing/harness.ts'
import { idIn, tusClient } from '../testing/tus.ts'

const ama = person({ firstName: 'Ama', lastName: 'Mensah' })
const kofi = person()
let harness: Harness
let isDiskFull = false

const withFullDisk = (store: ObjectStore): ObjectStore => ({
  ...store,
  partials: {
    ...store.partials,
    async append(key, offset, source) {
      const arrived = await store.partials.append(key, offset, source)
      if (isDiskFull) throw storageFull()
      return arrived
    },
  },
})

beforeAll(async () => {
  harness = await openHarness(withFullDisk)
})
afterAll(() => harness.close())
afterEach(() => {
  isDiskFull = false
})

const tus = (who = ama) => tusClient(harness.service, who)
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Writes these bytes and then closes the connection. */
const cutAfter = async (path: string, offset: number, bytes: Buffer, length: number) => {
  const sending = await tus().openPatch(path, offset, length)
  sending.on('error', () => {})
  // The service may close the connection first, if more bytes of the previous request arrived than its offset showed,
  // or if the request is too slow. The socket does not drain after that.
  const closed = once(sending, 'close').catch(() => {})
  for (let at = 0; at < bytes.length && !sending.destroyed; at += 64 * 1024) {
    if (sending.write(bytes.subarray(at, at + 64 * 1024))) continue
    await Promise.race([once(sending, 'drain').catch(() => {}), closed])
  }
  sending.destroy()
}

describe('a tus upload', () => {
  it('becomes a media file with its id, bytes and job, even if it arrives in several requests', async () => {
    const bytes = randomBytes(300_000)
    const created = await tus().create(bytes.length, { name: 'Ọ̀ṣun ../at the river.mp3', type: 'audio/MPEG; q=1' })
    const path = String(created.headers.location)

    expect(created).toMatchObject({ status: 201, headers: { 'tus-resumable': '1.0.0' } })
    expect(path).toMatch(/^\/api\/media\/uploads\/[\da-f-]{36}$/)
    expect(Date.parse(String(created.headers['upload-expires']))).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    expect(await tus().send(path, 0, bytes.subarray(0, 100_000))).toMatchObject({
      status: 204,
      headers: { 'upload-offset': '100000' },
    })
    expect(await tus().offset(path)).toBe(100_000)
    expect(await harness.service.as(ama).call(ListUploads, {})).toMatchObject([
      { id: idIn(path), originalName: 'at the river.mp3', fileSize: 300_000, receivedBytes: 100_000 },
    ])
    await tus().send(path, 100_000, bytes.subarray(100_000))

    const file = await harness.service.as(ama).call(GetMedia, { params: { id: idIn(path) } })
    expect(file).toMatchObject({ originalName: 'at the river.mp3', mimeType: 'audio/mpeg', fileSize: 300_000 })
    expect(await harness.readObject(originalKey(file.id))).toEqual(bytes)
    const { hash, owner, jobs } = await harness.database.db.one(
      z.object({ hash: z.string(), owner: z.string(), jobs: z.number() }),
      sql`
        select encode(sha256, 'hex') as hash, owner_name as owner,
          (select count(*) from outbox where job_id = ${`${file.id}-1`}) as jobs
        from media_file where id = ${file.id}
      `,
    )
    expect({ hash, owner, jobs }).toEqual({ hash: sha256(bytes), owner: 'Ama Mensah', jobs: 1 })
    expect(await harness.service.as(ama).call(ListUploads, {})).toEqual([])
  })

  it('reports its full offset after the end, and accepts no more bytes', async () => {
    const path = await tus().begin(5)
    await tus().send(path, 0, Buffer.from('sound'))

    expect(await tus().request('HEAD', path)).toMatchObject({
      status: 200,
      headers: { 'upload-offset': '5', 'upload-length': '5', 'cache-control': 'no-store' },
    })
    expect(await tus().send(path, 5, Buffer.from('more'))).toMatchObject({ status: 413 })
    expect(await tus().request(CancelUpload.method, path)).toMatchObject({ status: 409, code: 'upload.finished' })
    expect(await harness.store.stat(originalKey(idIn(path)))).toEqual({ size: 5 })
  })

  it('is complete after 100 MB over a connection that is cut at random offsets', {
    timeout: 300_000,
  }, async () => {
    const bytes = randomBytes(MAX_UPLOAD_BYTES)
    const path = await tus().begin(bytes.length)
    const cuts = Array.from({ length: 5 }, () => Math.floor(Math.random() * bytes.length)).sort((a, b) => a - b)
    let offset = 0
    for (const cut of [1, ...cuts, bytes.length - 1]) {
      if (cut <= offset) continue
      await cutAfter(path, offset, bytes.subarray(offset, cut), bytes.length - offset)
      const before = offset
      offset = await tus().offset(path)
      expect(offset, `cut at ${cuts}`).toBeGreaterThanOrEqual(before)
      expect(offset).toBeLessThanOrEqual(cut)
    }
    // More bytes may have arrived than the last offset showed. The client asks for the offset again.
    for (; offset < bytes.length; offset = await tus().offset(path)) {
      await tus()
        .send(path, offset, bytes.subarray(offset))
        .catch(() => {})
    }

    const stored = await harness.readObject(originalKey(idIn(path)))
    expect(stored.equals(bytes)).toBe(true)
  })

  it('does not exist for other users', async () => {
    const path = await tus().begin(5)

    expect(await tus(kofi).request('HEAD', path)).toMatchObject({ status: 404 })
    expect(await tus(kofi).send(path, 0, Buffer.from('sound'))).toMatchObject({ status: 404, code: 'upload.not_found' })
    expect(await tus(kofi).request('DELETE', path)).toMatchObject({ status: 404 })
    expect(await tusClient(harness.service, null).request('HEAD', path)).toMatchObject({ status: 401 })
    expect(await harness.service.as(kofi).call(ListUploads, {})).toEqual([])
    expect(await tus().offset(path)).toBe(0)
    await tus().send(path, 0, Buffer.from('sound'))
    expect(await tus(kofi).request('HEAD', path)).toMatchObject({ status: 404 })
  })

  it('leaves nothing behind when it is cancelled', async () => {
    const before = await harness.traces()
    const path = await tus().begin(10)
    await tus().send(path, 0, Buffer.from('sound'))

    expect(await tus().request('DELETE', path)).toMatchObject({ status: 204 })
    expect(await harness.traces()).toEqual(before)
    expect(await tus().request('HEAD', path)).toMatchObject({ status: 404 })
  })

  it.each([
    ['one byte more than 100 MB', MAX_UPLOAD_BYTES + 1, {}, 413, 'upload.too_large'],
    ['an empty file', 0, {}, 400, 'input.invalid'],
    ['a film', 5, { type: 'video/mp4' }, 415, 'upload.unsupported_type'],
    ['a file without a type', 5, { type: '' }, 415, 'upload.unsupported_type'],
    ['a file without a name', 5, { name: '' }, 400, 'input.invalid'],
    ['another protocol', 5, { headers: { 'tus-resumable': '0.2.0' } }, 412, 'upload.other_protocol'],
    ['concatenation', 5, { headers: { 'upload-concat': 'partial' } }, 400, 'upload.unsupported'],
    ['an invalid length', 5, { headers: { 'upload-length': '-1' } }, 400, 'input.invalid'],
    ['invalid metadata', 5, { headers: { 'upload-metadata': 'filename ,,=' } }, 400, 'input.invalid'],
  ])('refuses %s before a byte is stored', async (_, size, declared, status, code) => {
    const before = await harness.traces()

    expect(await tus().create(size, declared)).toMatchObject({ status, code })
    expect(await harness.traces()).toEqual(before)
  })

  it('accepts bytes in the request that creates it', async () => {
    const created = await tus().request(
      'POST',
      CreateUpload.path,
      {
        'upload-length': '5',
        'upload-metadata': `filename ${btoa('a.mp3')},filetype ${btoa('audio/mpeg')}`,
        'content-type': 'application/offset+octet-stream',
      },
      Buffer.from('sound'),
    )

    expect(created).toMatchObject({ status: 201, headers: { 'upload-offset': '5' } })
    expect(await harness.store.stat(originalKey(idIn(String(created.headers.location))))).toEqual({ size: 5 })
  })

  it('accepts bytes only at its offset, and no more than declared', async () => {
    const path = await tus().begin(10)
    await tus().send(path, 0, Buffer.from('sound'))

    for (const offset of [0, 4, 6]) {
      expect(await tus().send(path, offset, Buffer.from('x'))).toMatchObject({
        status: 409,
        code: 'upload.wrong_offset',
      })
    }
    expect(await tus().send(path, 5, Buffer.from('too many'))).toMatchObject({ status: 413 })
    expect(await tus().request('PATCH', path, { 'upload-offset': '5' }, Buffer.from('x'))).toMatchObject({
      status: 415,
    })
    expect(await tus().offset(path)).toBe(5)
  })

  it('is refused if another request stored bytes first', async () => {
    const withRace = (store: ObjectStore): ObjectStore => ({
      ...store,
      partials: {
        ...store.partials,
        append: async (key, offset) => {
          throw new WrongOffset(key, offset, 5)
        },
      },
    })
    const raced = await openHarness(withRace)
    const late = tusClient(raced.service, ama)
    const path = await late.begin(200_000)

    expect((await late.send(path, 0, randomBytes(200_000))).status).toBeGreaterThanOrEqual(400)
    expect(await late.offset(path)).toBe(0)
    await raced.close()
  })

  it('keeps the bytes of a connection that is too slow, and responds 408', async () => {
    const strict = await openHarness(undefined, { minimumSpeed: { bytesPerSecond: 16 * 1024, windowMs: 300 } })
    const slow = tusClient(strict.service, ama)
    const path = await slow.begin(1_000_000)
    const sending = await slow.openPatch(path, 0, 1_000_000)
    sending.on('error', () => {})
    sending.write('sound')

    expect(await slow.responseTo(sending)).toMatchObject({ status: 408, code: 'upload.too_slow' })
    expect(await slow.offset(path)).toBeLessThanOrEqual(5)
    sending.destroy()
    await strict.close()
  })

  // In a bucket, bytes become visible only when a piece is full.
  it.skipIf(isOnServers)('continues on a new connection while the old one is still open', async () => {
    const path = await tus().begin(10)
    const old = await tus().openPatch(path, 0, 10)
    old.on('error', () => {})
    old.write('sound')
    const key = originalKey(idIn(path))
    await vi.waitFor(async () => expect(await harness.store.partials.size(key)).toBe(5), 30_000)

    const offset = await tus().offset(path)
    expect(await tus().send(path, offset, Buffer.from('soundsound').subarray(offset))).toMatchObject({ status: 204 })
    expect((await harness.readObject(key)).toString()).toBe('soundsound')
    old.destroy()
  })

  it('is removed when the disk is full', async () => {
    const before = await harness.traces()
    const path = await tus().begin(10)
    isDiskFull = true

    expect(await tus().send(path, 0, Buffer.from('sound'))).toMatchObject({ status: 507, code: 'storage.full' })
    expect(await harness.traces()).toEqual(before)
    isDiskFull = false
    expect(await tus().request('HEAD', path)).toMatchObject({ status: 404 })
  })
})
