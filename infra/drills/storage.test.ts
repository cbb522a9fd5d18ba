import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UploadMedia } from '@griot/contracts/media/files'
import { serveBucket } from '@griot/service-kit/testing/bucket'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MediaHarness, openMediaHarness, type SignedInUser } from './media-harness.ts'
import { canMakeDisk, makeSmallDisk } from './small-disk.ts'
import { createTusClient, type TusClient } from './tus-client.ts'

const MEGABYTE = 1024 * 1024

const upload = async (user: SignedInUser, bytes: Buffer) => {
  const form = new FormData()
  form.append('audio', new File([new Uint8Array(bytes)], 'episode.mp3', { type: 'audio/mpeg' }))
  const response = await user.fetch(UploadMedia.path, { method: 'POST', body: form })
  const body = (await response.json()) as { code?: string; mediaFile?: { id: string } }
  return { status: response.status, code: body.code, id: body.mediaFile?.id ?? '' }
}

describe.runIf(canMakeDisk())('a disk that becomes full during an upload', { timeout: 60_000 }, () => {
  let disk: Awaited<ReturnType<typeof makeSmallDisk>>
  let harness: MediaHarness
  let ama: SignedInUser
  let tus: TusClient

  beforeAll(async () => {
    disk = await makeSmallDisk(20)
    harness = await openMediaHarness({ objectsDir: disk.folder, media: { FREE_DISK_BYTES: '0' } })
    ama = await harness.createUser()
    tus = createTusClient(harness.origin, ama)
  }, 120_000)
  afterAll(async () => {
    await harness.close()
    await disk.remove()
  })

  /** Sends an upload and fills the disk during it. Returns the response. */
  const uploadAndFillDisk = async (sending: ReturnType<TusClient['openPatch']>, body: Buffer) => {
    const received = tus.responseTo(sending)
    await tus.write(sending, body.subarray(0, 8 * MEGABYTE))
    await expect.poll(harness.storedFiles).toHaveLength(1)
    disk.fill()
    await tus.write(sending, body.subarray(8 * MEGABYTE))
    sending.end()
    const response = await received
    await disk.free()
    return response
  }

  it('causes 507, leaves no file behind, and accepts what fits', async () => {
    const bytes = randomBytes(16 * MEGABYTE)
    const form = tus.formOf(bytes)
    const response = await uploadAndFillDisk(tus.openForm(form.length), form)
    expect(response?.status).toBe(507)
    expect(response?.body).toContain('storage.full')
    expect(await harness.storedFiles()).toEqual([])

    const path = await tus.create(bytes.length)
    expect((await uploadAndFillDisk(tus.openPatch(path, 0, bytes.length), bytes))?.status).toBe(507)
    expect((await tus.send('HEAD', path))?.status).toBe(404)
    expect(await harness.storedFiles()).toEqual([])

    // An upload that cannot fit is refused before it starts.
    expect(await upload(ama, randomBytes(40 * MEGABYTE))).toMatchObject({ status: 507, code: 'storage.full' })
    expect(await upload(ama, randomBytes(10 * MEGABYTE))).toMatchObject({ status: 201 })
    expect(await harness.storedFiles()).toHaveLength(1)
    expect((await ama.fetch('/api/media/storage')).status).toBe(200)
    expect(harness.areRunning()).toBe(true)
  })
})

describe('an unavailable bucket', { timeout: 60_000 }, () => {
  let folder: string
  let bucket: Awaited<ReturnType<typeof serveBucket>>
  let harness: MediaHarness
  let ama: SignedInUser
  let tus: TusClient
  const bytes = randomBytes(20 * MEGABYTE)

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-bucket-'))
    bucket = await serveBucket(folder)
    const s3 = {
      S3_ENDPOINT: `http://127.0.0.1:${bucket.port}`,
      S3_ACCESS_KEY: 'S3RVER',
      S3_SECRET_KEY: 'S3RVER',
    }
    harness = await openMediaHarness({ media: s3, gateway: s3 })
    ama = await harness.createUser()
    tus = createTusClient(harness.origin, ama)
  }, 120_000)
  afterAll(async () => {
    await harness.close()
    bucket.close()
    await rm(folder, { recursive: true, force: true })
  })

  const play = async (id: string) => {
    const response = await ama.fetch(`/api/media/${id}/stream`)
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
  }

  it('causes 503 for uploads and streams, and everything continues when it is available again', async () => {
    const { id } = await upload(ama, bytes.subarray(0, MEGABYTE))
    await harness.markReady(id)
    expect((await play(id)).bytes.equals(bytes.subarray(0, MEGABYTE))).toBe(true)

    const path = await tus.create(bytes.length)
    const half = tus.openPatch(path, 0, bytes.length)
    await tus.write(half, bytes.subarray(0, 12 * MEGABYTE))
    half.destroy()
    const offset = await tus.readOffset(path)

    bucket.setDown(true)
    expect(await upload(ama, bytes)).toMatchObject({ status: 503, code: 'storage.unavailable' })
    expect((await play(id)).status).toBe(503)
    expect((await tus.send('HEAD', path))?.status).toBe(503)
    for (let attempt = 0; attempt < 8; attempt++) {
      expect(await upload(ama, bytes.subarray(0, 1_000))).toMatchObject({ status: 503 })
    }
    expect((await ama.fetch('/api/media/storage')).status).toBe(200)

    bucket.setDown(false)
    expect(await tus.readOffset(path)).toBeGreaterThanOrEqual(offset)
    await tus.finish(path, bytes)
    await expect.poll(async () => (await upload(ama, bytes.subarray(0, 1_000))).status, { timeout: 20_000 }).toBe(201)
    const whole = path.split('/').at(-1) ?? ''
    await harness.markReady(whole)
    await expect.poll(async () => (await play(id)).status, { timeout: 20_000 }).toBe(200)
    expect((await play(whole)).bytes.equals(bytes)).toBe(true)
    const { rows } = await harness.asSuperuser((client) =>
      client.query("select encode(sha256, 'hex') as hash from media.media_file where id = $1", [whole]),
    )
    expect(rows).toEqual([{ hash: createHash('sha256').update(bytes).digest('hex') }])
    expect(harness.areRunning()).toBe(true)
  })

  it('causes 503 while it fails and ends a stream where it breaks off; a lost object causes 404', async () => {
    const recording = bytes.subarray(0, 4 * MEGABYTE)
    const { id } = await upload(ama, recording)
    const { id: lost } = await upload(ama, recording)
    await harness.markReady(id)
    await harness.markReady(lost)

    bucket.setFault('returns 500')
    expect(await upload(ama, recording)).toMatchObject({ status: 503, code: 'storage.unavailable' })
    expect((await play(id)).status).toBe(503)
    expect((await ama.fetch('/api/media/storage')).status).toBe(200)

    bucket.setFault('cuts responses')
    // The circuit breaker stays open for a while. Then the stream ends before its content length.
    await expect
      .poll(() => play(id).then(({ status }) => status, String), { timeout: 20_000 })
      .toMatch(/terminated|aborted/)

    bucket.setFault(undefined)
    await expect.poll(async () => (await play(id)).status, { timeout: 20_000 }).toBe(200)
    expect((await play(id)).bytes.equals(recording)).toBe(true)
    for (const file of await readdir(folder, { recursive: true })) {
      if (file.includes(lost)) await rm(join(folder, file), { recursive: true, force: true })
    }
    expect((await play(lost)).status).toBe(404)
    expect((await play(id)).status).toBe(200)
    expect(harness.areRunning()).toBe(true)
  })
})
