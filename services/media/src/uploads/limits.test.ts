import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { UploadMedia } from '@griot/contracts/media/files'
import { GetStorage } from '@griot/contracts/uploads'
import { IDENTITY_HEADER } from '@griot/service-kit/identity/identity'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import { isOnServers } from '@griot/service-kit/testing/backing-services'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { formOf, type Harness, openHarness, upload } from '../testing/harness.ts'
import { idIn, tusClient } from '../testing/tus.ts'

const MEGABYTE = 1024 * 1024

let harness: Harness
/** The free space that the store reports. */
let freeBytes = Number.MAX_SAFE_INTEGER

const withSmallDisk = (store: ObjectStore): ObjectStore => ({ ...store, freeBytes: async () => freeBytes })

beforeAll(async () => {
  harness = await openHarness(withSmallDisk, {
    quotaBytes: 10 * MEGABYTE,
    quotaFiles: 4,
    freeDiskBytes: 100 * MEGABYTE,
    atOnceEach: 2,
    atOnce: 3,
  })
})
afterAll(() => harness.close())
afterEach(() => {
  freeBytes = Number.MAX_SAFE_INTEGER
})

const tus = (who: Person) => tusClient(harness.service, who)
const storage = (who: Person) => harness.service.as(who).call(GetStorage, {})
const post = async (who: Person, bytes: number) => {
  const response = await harness.service
    .as(who)
    .fetch(UploadMedia.path, { method: 'POST', body: formOf(randomBytes(bytes)) })
  return { status: response.status, ...((await response.json()) as { code?: string; message?: string }) }
}

describe('the storage quota', () => {
  it('is returned to the user, with the storage they use', async () => {
    const ama = person()
    await upload(harness.service.as(ama), formOf(randomBytes(1_000)))
    await tus(ama).begin(5_000)

    expect(await storage(ama)).toMatchObject({ usedBytes: 6_000, mostBytes: 10 * MEGABYTE, usedFiles: 2, mostFiles: 4 })
    expect(await storage(person())).toMatchObject({ usedBytes: 0, usedFiles: 0 })
    expect(await storage(person({ roles: ['admin'] }))).toMatchObject({ mostBytes: null, mostFiles: null })
  })

  it('applies to tus and form uploads, with a message that helps', async () => {
    const ama = person()
    await tus(ama).begin(9 * MEGABYTE)

    expect(await tus(ama).create(2 * MEGABYTE)).toMatchObject({ status: 413, code: 'storage.quota_reached' })
    expect(await post(ama, 2 * MEGABYTE)).toMatchObject({
      status: 413,
      code: 'storage.quota_reached',
      message:
        'There is not enough space left for this file: 0.01 of your 0.01 GB are used. Please delete files that you no longer need.',
    })
    expect(await storage(ama)).toMatchObject({ usedBytes: 9 * MEGABYTE, usedFiles: 1 })
    expect(await tus(ama).create(MEGABYTE)).toMatchObject({ status: 201 })
    expect(await tus(person({ roles: ['admin'] })).create(50 * MEGABYTE)).toMatchObject({ status: 201 })
  })

  it('limits the number of files', async () => {
    const ama = person()
    for (let count = 0; count < 4; count++) await tus(ama).begin(10)

    expect(await tus(ama).create(10)).toMatchObject({ status: 413, code: 'storage.quota_reached' })
    expect(await post(ama, 10)).toMatchObject({ status: 413, message: expect.stringContaining('You have 4 files') })
  })

  it('is not exceeded by concurrent uploads', async () => {
    const ama = person()
    const begun = await Promise.all(Array.from({ length: 12 }, () => tus(ama).create(4 * MEGABYTE)))

    expect(begun.filter(({ status }) => status === 201)).toHaveLength(2)
    expect((await storage(ama)).usedBytes).toBe(8 * MEGABYTE)
  })

  it('is freed when a file or an unfinished upload is deleted', async () => {
    const ama = person()
    const path = await tus(ama).begin(9 * MEGABYTE)
    await tus(ama).request('DELETE', path)
    const file = await upload(harness.service.as(ama), formOf(randomBytes(1_000)))
    await harness.service.as(ama).fetch(`/api/media/${file.id}`, { method: 'DELETE' })

    expect(await storage(ama)).toMatchObject({ usedBytes: 0, usedFiles: 0 })
  })
})

// In a bucket, bytes become visible only when a piece is full.
describe.skipIf(isOnServers)('the number of concurrent uploads', () => {
  /** An upload that has sent some bytes and stays open. */
  const running = async (who: Person) => {
    const path = await tus(who).begin(1_000)
    const sending = await tus(who).openPatch(path, 0, 1_000)
    sending.on('error', () => {})
    sending.write('sound')
    const key = `originals/${idIn(path).slice(0, 2)}/${idIn(path)}`
    await vi.waitFor(async () => expect(await harness.store.partials.size(key)).toBe(5), 30_000)
    const response = tus(who).responseTo(sending)
    // An upload that is stopped gets none.
    response.catch(() => {})
    return { path, response, stop: () => sending.destroy() }
  }

  it('is limited for each user, and shared between all users', async () => {
    const [ama, kofi, esi] = [person(), person(), person()]
    const first = await running(ama)
    const second = await running(ama)
    const third = await tus(ama).begin(10)

    const refused = await tus(ama).send(third, 0, Buffer.from('sound'))
    expect(refused).toMatchObject({ status: 429, code: 'upload.too_many', headers: { 'retry-after': '5' } })
    expect(await post(ama, 10)).toMatchObject({ status: 429 })

    const fourth = await running(kofi)
    expect(await post(esi, 10)).toMatchObject({ status: 201 })
    // The user who had most lost a connection. The upload continues where it ended.
    const ended = await Promise.race([first, second].map(async ({ path, response }) => ({ path, ...(await response) })))
    expect(ended).toMatchObject({ status: 503, code: 'upload.busy', headers: { 'retry-after': '5' } })
    expect(await tus(ama).offset(ended.path)).toBe(5)
    expect(await tus(ama).send(third, 0, Buffer.from('sound'))).toMatchObject({ status: 204 })
    for (const { stop } of [first, second, fourth]) stop()
  })

  it('counts a second connection of the same upload once', async () => {
    const ama = person()
    const [first, second] = [await running(ama), await running(ama)]

    expect(await tus(ama).send(first.path, await tus(ama).offset(first.path), randomBytes(995))).toMatchObject({
      status: 204,
    })
    first.stop()
    second.stop()
  })
})

describe('a nearly full disk', () => {
  it('refuses an upload that would leave too little space, before a byte is read', async () => {
    const ama = person()
    const path = await tus(ama).begin(5)
    freeBytes = 100 * MEGABYTE + 1_000

    expect(await post(ama, 2_000)).toMatchObject({ status: 507, code: 'storage.full' })
    // The slots of closed connections are freed a moment later.
    await expect.poll(async () => (await tus(ama).send(path, 0, Buffer.from('sound'))).status).toBe(204)
    freeBytes = Number.MAX_SAFE_INTEGER
    const later = await tus(ama).begin(5)
    freeBytes = 99 * MEGABYTE
    expect(await tus(ama).send(later, 0, Buffer.from('sound'))).toMatchObject({ status: 507 })
    expect(await tus(ama).offset(later)).toBe(0)
  })

  it('refuses the creation of a tus upload by its declared length, and keeps nothing of it', async () => {
    const ama = person()
    freeBytes = 100 * MEGABYTE + 1_000
    const withBytes = { 'content-type': 'application/offset+octet-stream', 'content-length': '5' }

    expect(await tus(ama).create(1_001)).toMatchObject({ status: 507, code: 'storage.full' })
    expect(await tus(ama).create(1_001, { headers: withBytes }, Buffer.from('sound'))).toMatchObject({ status: 507 })
    expect(await storage(ama)).toMatchObject({ usedBytes: 0, usedFiles: 0 })
    // The bytes of the request are part of the declared length.
    expect(await tus(ama).create(1_000, { headers: withBytes }, Buffer.from('sound'))).toMatchObject({ status: 201 })
    expect(await tus(ama).create(1_000)).toMatchObject({ status: 201 })
  })

  it('responds to a client that has declared a file and sent nothing', async () => {
    freeBytes = 0
    const announcing = request(`${harness.service.url}${UploadMedia.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': '1000',
        [IDENTITY_HEADER]: await harness.service.as(person()).token(),
      },
    }).on('error', () => {})
    announcing.flushHeaders()

    expect(await tus(person()).responseTo(announcing)).toMatchObject({ status: 507 })
    announcing.destroy()
  })
})
