import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { MAX_UPLOAD_BYTES } from '@griot/contracts/media/audio-types'
import { GetMedia } from '@griot/contracts/media/files'
import { CancelUpload, CreateUpload, ListUploads } from '@griot/contracts/uploads'
import { sql } from '@griot/service-kit/db'
import { WrongOffset } from '@griot/service-kit/objects/arriving-objects'
import { storageFull } from '@griot/service-kit/objects/files'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import { person } from '@griot/service-kit/testing/identity'
import { isOnServers } from '@griot/service-kit/testing/surroundings'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { originalKey } from '../storage/keys.ts'
import { type House, openHouse } from '../testing/house.ts'
import { idIn, tusOf } from '../testing/tus.ts'

const ama = person({ firstName: 'Ama', lastName: 'Mensah' })
const kofi = person()
let house: House
/** Set by a test whose disk is full. */
let isDiskFull = false

const withFullDisk = (store: ObjectStore): ObjectStore => ({
  ...store,
  arriving: {
    ...store.arriving,
    async append(key, offset, source) {
      const arrived = await store.arriving.append(key, offset, source)
      if (isDiskFull) throw storageFull()
      return arrived
    },
  },
})

beforeAll(async () => {
  house = await openHouse(withFullDisk)
})
afterAll(() => house.close())
afterEach(() => {
  isDiskFull = false
})

const tus = (who = ama) => tusOf(house.service, who)
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const traces = async () => {
  const { rows } = await house.database.db.pool.query(
    'select (select count(*) from media_file) as files, (select count(*) from upload) as uploads, (select count(*) from outbox) as jobs',
  )
  return { ...rows[0], stored: (await house.storedFiles()).length }
}

/** Writes as much as is taken at once, and then loses the connection. */
const cutAfter = async (path: string, offset: number, bytes: Buffer, length: number) => {
  const sending = await tus().sending(path, offset, length)
  sending.on('error', () => {})
  // The service may end it first: when more has come of the one before than it had when it was asked, or when it
  // finds it too slow. Nothing drains after that.
  const isOver = once(sending, 'close').catch(() => {})
  for (let at = 0; at < bytes.length && !sending.destroyed; at += 64 * 1024) {
    if (sending.write(bytes.subarray(at, at + 64 * 1024))) continue
    await Promise.race([once(sending, 'drain').catch(() => {}), isOver])
  }
  sending.destroy()
}

describe('an upload that can be continued', () => {
  it('becomes a media file with its id, its bytes and its job, in however many pieces it comes', async () => {
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
    expect(await house.service.as(ama).call(ListUploads, {})).toMatchObject([
      { id: idIn(path), originalName: 'at the river.mp3', fileSize: 300_000, receivedBytes: 100_000 },
    ])
    await tus().send(path, 100_000, bytes.subarray(100_000))

    const file = await house.service.as(ama).call(GetMedia, { params: { id: idIn(path) } })
    expect(file).toMatchObject({ originalName: 'at the river.mp3', mimeType: 'audio/mpeg', fileSize: 300_000 })
    expect(await house.stored(originalKey(file.id))).toEqual(bytes)
    const { hash, owner, jobs } = await house.database.db.one(
      z.object({ hash: z.string(), owner: z.string(), jobs: z.number() }),
      sql`
        select encode(sha256, 'hex') as hash, owner_name as owner,
          (select count(*) from outbox where job_id = ${`${file.id}-1`}) as jobs
        from media_file where id = ${file.id}
      `,
    )
    expect({ hash, owner, jobs }).toEqual({ hash: sha256(bytes), owner: 'Ama Mensah', jobs: 1 })
    expect(await house.service.as(ama).call(ListUploads, {})).toEqual([])
  })

  it('says that it is whole to whoever missed it, and takes nothing more', async () => {
    const path = await tus().begun(5)
    await tus().send(path, 0, Buffer.from('sound'))

    expect(await tus().ask('HEAD', path)).toMatchObject({
      status: 200,
      headers: { 'upload-offset': '5', 'upload-length': '5', 'cache-control': 'no-store' },
    })
    expect(await tus().send(path, 5, Buffer.from('more'))).toMatchObject({ status: 413 })
    expect(await tus().ask(CancelUpload.method, path)).toMatchObject({ status: 409, code: 'upload.finished' })
    expect(await house.store.stat(originalKey(idIn(path)))).toEqual({ size: 5 })
  })

  it('arrives whole, 100 MB of it, through a connection that is cut wherever it likes', {
    timeout: 300_000,
  }, async () => {
    const bytes = randomBytes(MAX_UPLOAD_BYTES)
    const path = await tus().begun(bytes.length)
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
    // A connection may turn out to have brought more than it seemed; whoever hears so asks again.
    for (; offset < bytes.length; offset = await tus().offset(path)) {
      await tus()
        .send(path, offset, bytes.subarray(offset))
        .catch(() => {})
    }

    const stored = await house.stored(originalKey(idIn(path)))
    expect(stored.equals(bytes)).toBe(true)
  })

  it('is not there for anyone else', async () => {
    const path = await tus().begun(5)

    expect(await tus(kofi).ask('HEAD', path)).toMatchObject({ status: 404 })
    expect(await tus(kofi).send(path, 0, Buffer.from('sound'))).toMatchObject({ status: 404, code: 'upload.not_found' })
    expect(await tus(kofi).ask('DELETE', path)).toMatchObject({ status: 404 })
    expect(await tusOf(house.service, null).ask('HEAD', path)).toMatchObject({ status: 401 })
    expect(await house.service.as(kofi).call(ListUploads, {})).toEqual([])
    expect(await tus().offset(path)).toBe(0)
    await tus().send(path, 0, Buffer.from('sound'))
    expect(await tus(kofi).ask('HEAD', path)).toMatchObject({ status: 404 })
  })

  it('leaves nothing when it is given up', async () => {
    const before = await traces()
    const path = await tus().begun(10)
    await tus().send(path, 0, Buffer.from('sound'))

    expect(await tus().ask('DELETE', path)).toMatchObject({ status: 204 })
    expect(await traces()).toEqual(before)
    expect(await tus().ask('HEAD', path)).toMatchObject({ status: 404 })
  })

  it.each([
    ['one byte more than 100 MB', MAX_UPLOAD_BYTES + 1, {}, 413, 'upload.too_large'],
    ['nothing', 0, {}, 400, 'input.invalid'],
    ['a film', 5, { type: 'video/mp4' }, 415, 'upload.unsupported_type'],
    ['a file without a type', 5, { type: '' }, 415, 'upload.unsupported_type'],
    ['a file without a name', 5, { name: '' }, 400, 'input.invalid'],
    ['another protocol', 5, { headers: { 'tus-resumable': '0.2.0' } }, 412, 'upload.other_protocol'],
    ['pieces to be put together', 5, { headers: { 'upload-concat': 'partial' } }, 400, 'upload.unsupported'],
    ['a length that is none', 5, { headers: { 'upload-length': '-1' } }, 400, 'input.invalid'],
    ['names that are none', 5, { headers: { 'upload-metadata': 'filename ,,=' } }, 400, 'input.invalid'],
  ])('refuses %s before a byte is taken', async (_, size, announced, status, code) => {
    const before = await traces()

    expect(await tus().create(size, announced)).toMatchObject({ status, code })
    expect(await traces()).toEqual(before)
  })

  it('takes its first bytes with its announcement', async () => {
    const created = await tus().ask(
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
    expect(await house.store.stat(originalKey(idIn(String(created.headers.location))))).toEqual({ size: 5 })
  })

  it('takes bytes only where it stands, and no more than were announced', async () => {
    const path = await tus().begun(10)
    await tus().send(path, 0, Buffer.from('sound'))

    for (const offset of [0, 4, 6]) {
      expect(await tus().send(path, offset, Buffer.from('x'))).toMatchObject({
        status: 409,
        code: 'upload.wrong_offset',
      })
    }
    expect(await tus().send(path, 5, Buffer.from('too many'))).toMatchObject({ status: 413 })
    expect(await tus().ask('PATCH', path, { 'upload-offset': '5' }, Buffer.from('x'))).toMatchObject({ status: 415 })
    expect(await tus().offset(path)).toBe(5)
  })

  it('is refused, and nothing else happens, when somebody was faster', async () => {
    const store = (given: ObjectStore): ObjectStore => ({
      ...given,
      arriving: {
        ...given.arriving,
        append: async (key, offset) => {
          throw new WrongOffset(key, offset, 5)
        },
      },
    })
    const raced = await openHouse(store)
    const late = tusOf(raced.service, ama)
    const path = await late.begun(200_000)

    expect((await late.send(path, 0, randomBytes(200_000))).status).toBeGreaterThanOrEqual(400)
    expect(await late.offset(path)).toBe(0)
    await raced.close()
  })

  it('keeps what a slow connection brought, and says why it went no further', async () => {
    const hurried = await openHouse(undefined, { pace: { bytesPerSecond: 16 * 1024, windowMs: 300 } })
    const slow = tusOf(hurried.service, ama)
    const path = await slow.begun(1_000_000)
    const sending = await slow.sending(path, 0, 1_000_000)
    sending.on('error', () => {})
    sending.write('sound')

    expect(await slow.answerTo(sending)).toMatchObject({ status: 408, code: 'upload.too_slow' })
    expect(await slow.offset(path)).toBeLessThanOrEqual(5)
    sending.destroy()
    await hurried.close()
  })

  // Of what arrives in a bucket nothing is to be seen before a piece of it is full.
  it.skipIf(isOnServers)('goes on over a new connection while the old one still seems to live', async () => {
    const path = await tus().begun(10)
    const old = await tus().sending(path, 0, 10)
    old.on('error', () => {})
    old.write('sound')
    const key = originalKey(idIn(path))
    await vi.waitFor(async () => expect(await house.store.arriving.arrived(key)).toBe(5), 30_000)

    const offset = await tus().offset(path)
    expect(await tus().send(path, offset, Buffer.from('soundsound').subarray(offset))).toMatchObject({ status: 204 })
    expect((await house.stored(key)).toString()).toBe('soundsound')
    old.destroy()
  })

  it('is over when the disk is full, and leaves its room to others', async () => {
    const before = await traces()
    const path = await tus().begun(10)
    isDiskFull = true

    expect(await tus().send(path, 0, Buffer.from('sound'))).toMatchObject({ status: 507, code: 'storage.full' })
    expect(await traces()).toEqual(before)
    isDiskFull = false
    expect(await tus().ask('HEAD', path)).toMatchObject({ status: 404 })
  })
})
