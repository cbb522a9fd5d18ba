import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { UploadPodcastCover } from '@griot/contracts/catalog/covers'
import { CreatePodcast, GetPodcast, Podcast } from '@griot/contracts/catalog/podcasts'
import { DeleteMedia, GetMedia, GetMediaTimeline, UploadMedia } from '@griot/contracts/media/files'
import { GetStorage } from '@griot/contracts/uploads'
import { wavOf } from '@griot/service-kit/audio/wav'
import { serveBucket } from '@griot/service-kit/testing/bucket'
import { freeze } from '@griot/service-kit/testing/freeze'
import { plainPicture } from '@griot/service-kit/testing/plain-picture'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MediaHarness, openMediaHarness, type SignedInUser } from './media-harness.ts'
import { createTusClient, type TusClient } from './tus-client.ts'

const MEGABYTE = 1024 * 1024
const SILENCE_SECONDS = 3
// Each request to a silent bucket takes S3_SILENCE_SECONDS once. The rest is reserve for a busy machine.
const DEADLINE_MS = 20_000
const PODCAST = { title: 'By the harbour', description: 'Boats.', hostName: 'Ama Mensah', category: 'culture' }
// The worker checks an unavailable store every ten seconds, and cleans up every twenty.
const EVENTUALLY = { timeout: 90_000, interval: 200 }

/** Noise as 16-bit stereo WAV. */
const recording = (bytes: number) => wavOf(randomBytes(bytes), 44_100, { channels: 2, bytesASample: 2 })

// The tests run in order and share their state.
describe('a bucket that hangs', { timeout: 300_000 }, () => {
  let folder: string
  let bucket: Awaited<ReturnType<typeof serveBucket>>
  let harness: MediaHarness
  let ama: SignedInUser
  let tus: TusClient
  const short = recording(MEGABYTE)
  const long = recording(24 * MEGABYTE)

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'griot-bucket-'))
    bucket = await serveBucket(folder)
    const s3 = {
      S3_ENDPOINT: `http://127.0.0.1:${bucket.port}`,
      S3_ACCESS_KEY: 'S3RVER',
      S3_SECRET_KEY: 'S3RVER',
      S3_SILENCE_SECONDS: String(SILENCE_SECONDS),
    }
    harness = await openMediaHarness({ media: s3, gateway: s3, catalog: s3, withWorker: true })
    ama = await harness.createUser()
    tus = createTusClient(harness.origin, ama)
  }, 120_000)
  afterAll(async () => {
    await harness.close()
    bucket.close()
    await rm(folder, { recursive: true, force: true })
  })

  const upload = async (bytes: Buffer) => {
    const form = new FormData()
    form.append('audio', new File([new Uint8Array(bytes)], 'episode.wav', { type: 'audio/wav' }))
    const response = await ama.fetch(UploadMedia.path, { method: 'POST', body: form })
    const body = (await response.json()) as { code?: string; message?: string; mediaFile?: { id: string } }
    return { status: response.status, code: body.code, message: body.message, id: body.mediaFile?.id ?? '' }
  }
  const uploaded = async (bytes: Buffer) => {
    const { status, id } = await upload(bytes)
    expect(status).toBe(201)
    return id
  }
  const withId = (path: string, id: string) => path.replace(':id', id)
  const post = (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    return ama.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  }
  const statusOf = async (id: string) =>
    GetMedia.response.parse(await (await ama.fetch(withId(GetMedia.path, id))).json())
  const expectReady = (id: string) => expect.poll(() => statusOf(id), EVENTUALLY).toMatchObject({ status: 'ready' })
  const timelineOf = async (id: string) =>
    GetMediaTimeline.response.parse(await (await ama.fetch(withId(GetMediaTimeline.path, id))).json())
  const storage = async () => GetStorage.response.parse(await (await ama.fetch(GetStorage.path)).json())
  const isServiceReady = async () => (await fetch(`${harness.mediaUrl()}/readyz`)).ok
  const play = (id: string) => ama.fetch(`/api/media/${id}/stream`)
  const download = async (id: string) => Buffer.from(await (await play(id)).arrayBuffer())
  const objectsOf = async (id: string) =>
    (await readdir(folder, { recursive: true })).filter((name) => name.includes(id))
  const inTime = async <Result>(request: Promise<Result>) => {
    const startedAt = performance.now()
    const result = await request
    expect(performance.now() - startedAt).toBeLessThan(DEADLINE_MS)
    return result
  }

  const UNAVAILABLE = {
    code: 'storage.unavailable',
    message: 'This does not work right now. Please try again in a moment.',
  }

  it('causes 503 in time for uploads and streams, accepts deletions, and loses nothing', async () => {
    const [kept, unwanted] = [await uploaded(short), await uploaded(short)]
    await expectReady(kept)
    await expectReady(unwanted)
    const path = await tus.create(long.length)
    const half = tus.openPatch(path, 0, long.length)
    await tus.write(half, long.subarray(0, 20 * MEGABYTE))
    half.destroy()
    const offset = await tus.readOffset(path)
    const thaw = freeze(harness.workerPid())
    const waiting = await uploaded(short)
    const used = await storage()
    expect(await isServiceReady()).toBe(true)

    bucket.setFault('hangs')
    thaw()
    expect(await inTime(upload(short))).toMatchObject({ status: 503, ...UNAVAILABLE })
    const silent = await inTime(play(kept))
    expect([silent.status, await silent.json()]).toMatchObject([503, { message: UNAVAILABLE.message }])
    const patch = tus.openPatch(path, offset, long.length - offset)
    const response = tus.responseTo(patch)
    await tus.write(patch, long.subarray(offset))
    patch.end()
    const refused = await inTime(response)
    expect(refused?.status).toBe(503)
    expect(refused?.body).toContain(UNAVAILABLE.message)
    expect((await inTime(ama.fetch(withId(DeleteMedia.path, unwanted), { method: 'DELETE' }))).status).toBe(200)
    await expect
      .poll(() => timelineOf(waiting), EVENTUALLY)
      .toContainEqual(
        expect.objectContaining({ kind: 'interrupted', sentence: expect.stringContaining('Processing continues') }),
      )
    // A failed upload uses no quota, and the service stays ready for everything else.
    expect(await isServiceReady()).toBe(true)
    expect(await storage()).toEqual({
      ...used,
      usedBytes: used.usedBytes - short.length,
      usedFiles: used.usedFiles - 1,
    })
    expect(await objectsOf(unwanted)).not.toEqual([])
    expect(bucket.hanging()).toBeGreaterThan(0)

    bucket.setFault(undefined)
    await tus.finish(path, long)
    const whole = path.split('/').at(-1) ?? ''
    await expectReady(whole)
    await expectReady(waiting)
    expect(await download(kept)).toEqual(short)
    const steps = (await timelineOf(waiting)).map(({ kind }) => kind)
    expect(steps.filter((kind) => kind === 'interrupted')).toHaveLength(1)
    await expect.poll(async () => (await upload(short)).status, EVENTUALLY).toBe(201)
    await expect.poll(() => objectsOf(unwanted), EVENTUALLY).toEqual([])
    await expect
      .poll(async () => {
        const { rows } = await harness.asSuperuser((client) =>
          client.query(
            'select 1 from media.upload union all select 1 from media.media_file where deleted_at is not null',
          ),
        )
        return rows
      }, EVENTUALLY)
      .toEqual([])
    expect(harness.areRunning()).toBe(true)

    const hash = createHash('sha256').update(long).digest('hex')
    expect(
      createHash('sha256')
        .update(await download(whole))
        .digest('hex'),
    ).toBe(hash)
    await expectCutOff(kept)
    await expectSlowReaderServed(whole, hash)
  })

  it('causes 503 in time for a cover upload, and keeps the complete previous cover', async () => {
    const podcast = Podcast.parse(await (await post(CreatePodcast.path, PODCAST)).json())
    const uploadCover = async () => {
      const form = new FormData()
      form.append('cover', new File([new Uint8Array(plainPicture(900))], 'cover.png', { type: 'image/png' }))
      const response = await ama.fetch(withId(UploadPodcastCover.path, podcast.id), { method: 'POST', body: form })
      return { status: response.status, body: (await response.json()) as { code?: string; message?: string } }
    }
    const readCover = async () => {
      const response = await ama.fetch(withId(GetPodcast.path, podcast.id))
      return Podcast.parse(await response.json()).coverImage
    }
    expect(await uploadCover()).toMatchObject({ status: 201 })
    const before = await readCover()

    // At once, and after the first size: the upload of the object and the check for it.
    for (const after of [0, 2]) {
      bucket.setFault('hangs', { below: '/covers/', after })
      expect(await inTime(uploadCover())).toMatchObject({ status: 503, body: UNAVAILABLE })
      expect(bucket.hanging()).toBe(1)
      expect(await readCover()).toBe(before)
      expect((await inTime(ama.fetch(before))).status).toBe(503)
      bucket.setFault(undefined)
      expect((await ama.fetch(before)).status).toBe(200)
    }
    // The incomplete covers are recorded as unused, and will be removed.
    const { rows } = await harness.asSuperuser((client) =>
      client.query('select count(*)::int, count(unused_since)::int as unused from catalog.cover'),
    )
    expect(rows).toEqual([{ count: 3, unused: 2 }])

    expect(await uploadCover()).toMatchObject({ status: 201 })
    expect(await readCover()).not.toBe(before)
    expect(harness.areRunning()).toBe(true)
  })

  /** A bucket that stops sending during a stream ends the response, and the next one succeeds. */
  const expectCutOff = async (id: string) => {
    bucket.setFault('stops sending')
    await expect(inTime(download(id))).rejects.toThrow(/terminated|aborted/)
    bucket.setFault(undefined)
    await expect.poll(async () => (await play(id)).status, EVENTUALLY).toBe(200)
  }

  /** A slow reader is not mistaken for a silent bucket. */
  const expectSlowReaderServed = async (id: string, hash: string) => {
    const reader = (await play(id)).body?.getReader()
    const hashOfBody = createHash('sha256').update((await reader?.read())?.value ?? '')
    await delay((SILENCE_SECONDS + 2) * 1_000)
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) hashOfBody.update(part.value)
    expect(hashOfBody.digest('hex')).toBe(hash)
  }
})
