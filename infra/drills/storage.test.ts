import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UploadMedia } from '@griot/contracts/media/files'
import { serveBucket } from '@griot/service-kit/testing/bucket'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MediaHouse, openMediaHouse, type Somebody } from './media-house.ts'
import { canMakeDisk, makeSmallDisk } from './small-disk.ts'
import { createUploader, type Uploader } from './uploader.ts'

const MEGABYTE = 1024 * 1024

const upload = async (somebody: Somebody, bytes: Buffer) => {
  const form = new FormData()
  form.append('audio', new File([new Uint8Array(bytes)], 'episode.mp3', { type: 'audio/mpeg' }))
  const response = await somebody.fetch(UploadMedia.path, { method: 'POST', body: form })
  const body = (await response.json()) as { code?: string; mediaFile?: { id: string } }
  return { status: response.status, code: body.code, id: body.mediaFile?.id ?? '' }
}

describe.runIf(canMakeDisk())('a disk that is full in the middle of an upload', { timeout: 60_000 }, () => {
  let disk: Awaited<ReturnType<typeof makeSmallDisk>>
  let house: MediaHouse
  let ama: Somebody
  let uploader: Uploader

  beforeAll(async () => {
    disk = await makeSmallDisk(20)
    house = await openMediaHouse({ objectsDir: disk.folder, media: { FREE_DISK_BYTES: '0' } })
    ama = await house.somebody()
    uploader = createUploader(house.origin, ama)
  }, 120_000)
  afterAll(async () => {
    await house.close()
    await disk.remove()
  })

  /** Sends an upload whose disk somebody else fills in the middle of it; answers what it is told. */
  const fillUpInTheMiddle = async (sending: ReturnType<Uploader['sending']>, body: Buffer) => {
    const answered = uploader.answerTo(sending)
    await uploader.write(sending, body.subarray(0, 8 * MEGABYTE))
    await expect.poll(house.storedFiles).toHaveLength(1)
    disk.fill()
    await uploader.write(sending, body.subarray(8 * MEGABYTE))
    sending.end()
    const said = await answered
    await disk.free()
    return said
  }

  it('is a 507, leaves nothing behind, and takes what fits', async () => {
    const bytes = randomBytes(16 * MEGABYTE)
    const form = uploader.form(bytes)
    const said = await fillUpInTheMiddle(uploader.sendingForm(form.length), form)
    expect(said?.status).toBe(507)
    expect(said?.body).toContain('storage.full')
    expect(await house.storedFiles()).toEqual([])

    const path = await uploader.create(bytes.length)
    expect((await fillUpInTheMiddle(uploader.sending(path, 0, bytes.length), bytes))?.status).toBe(507)
    expect((await uploader.ask('HEAD', path))?.status).toBe(404)
    expect(await house.storedFiles()).toEqual([])

    // What cannot fit is not even begun.
    expect(await upload(ama, randomBytes(40 * MEGABYTE))).toMatchObject({ status: 507, code: 'storage.full' })
    expect(await upload(ama, randomBytes(10 * MEGABYTE))).toMatchObject({ status: 201 })
    expect(await house.storedFiles()).toHaveLength(1)
    expect((await ama.fetch('/api/media/storage')).status).toBe(200)
    expect(house.areAlive()).toBe(true)
  })
})

describe('a bucket that goes away', { timeout: 60_000 }, () => {
  let folder: string
  let bucket: Awaited<ReturnType<typeof serveBucket>>
  let house: MediaHouse
  let ama: Somebody
  let uploader: Uploader
  const bytes = randomBytes(20 * MEGABYTE)

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-bucket-'))
    bucket = await serveBucket(folder)
    const s3 = {
      S3_ENDPOINT: `http://127.0.0.1:${bucket.port}`,
      S3_ACCESS_KEY: 'S3RVER',
      S3_SECRET_KEY: 'S3RVER',
    }
    house = await openMediaHouse({ media: s3, gateway: s3 })
    ama = await house.somebody()
    uploader = createUploader(house.origin, ama)
  }, 120_000)
  afterAll(async () => {
    await house.close()
    bucket.close()
    await rm(folder, { recursive: true, force: true })
  })

  const hear = async (id: string) => {
    const response = await ama.fetch(`/api/media/${id}/stream`)
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
  }

  it('is a 503 for uploads and streams, and everything goes on when it is back', async () => {
    const { id } = await upload(ama, bytes.subarray(0, MEGABYTE))
    await house.markReady(id)
    expect((await hear(id)).bytes.equals(bytes.subarray(0, MEGABYTE))).toBe(true)

    const path = await uploader.create(bytes.length)
    const half = uploader.sending(path, 0, bytes.length)
    await uploader.write(half, bytes.subarray(0, 12 * MEGABYTE))
    half.destroy()
    const offset = await uploader.offsetOf(path)

    bucket.setDown(true)
    expect(await upload(ama, bytes)).toMatchObject({ status: 503, code: 'storage.unavailable' })
    expect((await hear(id)).status).toBe(503)
    expect((await uploader.ask('HEAD', path))?.status).toBe(503)
    for (let again = 0; again < 8; again++) {
      expect(await upload(ama, bytes.subarray(0, 1_000))).toMatchObject({ status: 503 })
    }
    expect((await ama.fetch('/api/media/storage')).status).toBe(200)

    bucket.setDown(false)
    expect(await uploader.offsetOf(path)).toBeGreaterThanOrEqual(offset)
    await uploader.finish(path, bytes)
    await expect.poll(async () => (await upload(ama, bytes.subarray(0, 1_000))).status, { timeout: 20_000 }).toBe(201)
    const whole = path.split('/').at(-1) ?? ''
    await house.markReady(whole)
    await expect.poll(async () => (await hear(id)).status, { timeout: 20_000 }).toBe(200)
    expect((await hear(whole)).bytes.equals(bytes)).toBe(true)
    const { rows } = await house.asAdmin((client) =>
      client.query("select encode(sha256, 'hex') as hash from media.media_file where id = $1", [whole]),
    )
    expect(rows).toEqual([{ hash: createHash('sha256').update(bytes).digest('hex') }])
    expect(house.areAlive()).toBe(true)
  })

  it('is a 503 while it fails, an honest break where it breaks off, and what it lost is not there', async () => {
    const sound = bytes.subarray(0, 4 * MEGABYTE)
    const { id } = await upload(ama, sound)
    const { id: lost } = await upload(ama, sound)
    await house.markReady(id)
    await house.markReady(lost)

    bucket.setFault('fails')
    expect(await upload(ama, sound)).toMatchObject({ status: 503, code: 'storage.unavailable' })
    expect((await hear(id)).status).toBe(503)
    expect((await ama.fetch('/api/media/storage')).status).toBe(200)

    bucket.setFault('breaks off')
    // After the failures before it rests for a while; then whoever listens finds that there was to be more.
    await expect
      .poll(() => hear(id).then(({ status }) => status, String), { timeout: 20_000 })
      .toMatch(/terminated|aborted/)

    bucket.setFault(undefined)
    await expect.poll(async () => (await hear(id)).status, { timeout: 20_000 }).toBe(200)
    expect((await hear(id)).bytes.equals(sound)).toBe(true)
    for (const file of await readdir(folder, { recursive: true })) {
      if (file.includes(lost)) await rm(join(folder, file), { recursive: true, force: true })
    }
    expect((await hear(lost)).status).toBe(404)
    expect((await hear(id)).status).toBe(200)
    expect(house.areAlive()).toBe(true)
  })
})
