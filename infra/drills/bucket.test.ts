import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { UploadPodcastCover } from '@griot/contracts/catalog/covers'
import { CreatePodcast, GetPodcast, Podcast } from '@griot/contracts/catalog/podcasts'
import { DeleteMedia, GetMedia, GetMediaTimeline, UploadMedia } from '@griot/contracts/media/files'
import { GetStorage } from '@griot/contracts/uploads'
import { serveBucket } from '@griot/service-kit/testing/bucket'
import { freeze } from '@griot/service-kit/testing/freeze'
import { plainPicture } from '@griot/service-kit/testing/plain-picture'
import { wavOf } from '@griot/service-kit/wav'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MediaHouse, openMediaHouse, type Somebody } from './media-house.ts'
import { createUploader, type Uploader } from './uploader.ts'

const MEGABYTE = 1024 * 1024
const SILENCE_SECONDS = 3
// Of a bucket that says nothing each question costs the silence once, whoever asks it; the rest is for a busy machine.
const DEADLINE_MS = 20_000
const PODCAST = { title: 'By the harbour', description: 'Boats.', hostName: 'Ama Mensah', category: 'culture' }
// The worker asks a store that was away every ten seconds, and looks for what was left behind every twenty.
const SOON = { timeout: 90_000, interval: 200 }

/** A recording of noise: 16 bit stereo, uncompressed. */
const recording = (bytes: number) => wavOf(randomBytes(bytes), 44_100, { channels: 2, bytesASample: 2 })

// One story in order: what the bucket did before is what the next part finds.
describe('a bucket that hangs', { timeout: 300_000 }, () => {
  let folder: string
  let bucket: Awaited<ReturnType<typeof serveBucket>>
  let house: MediaHouse
  let ama: Somebody
  let uploader: Uploader
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
    house = await openMediaHouse({ media: s3, gateway: s3, catalog: s3, withWorker: true })
    ama = await house.somebody()
    uploader = createUploader(house.origin, ama)
  }, 120_000)
  afterAll(async () => {
    await house.close()
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
  const at = (path: string, id: string) => path.replace(':id', id)
  const post = (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    return ama.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  }
  const statusOf = async (id: string) => GetMedia.response.parse(await (await ama.fetch(at(GetMedia.path, id))).json())
  const isReady = (id: string) => expect.poll(() => statusOf(id), SOON).toMatchObject({ status: 'ready' })
  const timelineOf = async (id: string) =>
    GetMediaTimeline.response.parse(await (await ama.fetch(at(GetMediaTimeline.path, id))).json())
  const storage = async () => GetStorage.response.parse(await (await ama.fetch(GetStorage.path)).json())
  const isInUse = async () => (await fetch(`${house.mediaUrl()}/readyz`)).ok
  const hear = (id: string) => ama.fetch(`/api/media/${id}/stream`)
  const heard = async (id: string) => Buffer.from(await (await hear(id)).arrayBuffer())
  const objectsOf = async (id: string) =>
    (await readdir(folder, { recursive: true })).filter((name) => name.includes(id))
  const inTime = async <Answer>(asked: Promise<Answer>) => {
    const began = performance.now()
    const answer = await asked
    expect(performance.now() - began).toBeLessThan(DEADLINE_MS)
    return answer
  }

  const AWAY = { code: 'storage.unavailable', message: 'This does not work right now. Please try again in a moment.' }

  it('is a 503 in time for who uploads and listens, takes deletes, and nothing of it is lost afterwards', async () => {
    const [kept, unwanted] = [await uploaded(short), await uploaded(short)]
    await isReady(kept)
    await isReady(unwanted)
    const path = await uploader.create(long.length)
    const half = uploader.sending(path, 0, long.length)
    await uploader.write(half, long.subarray(0, 20 * MEGABYTE))
    half.destroy()
    const offset = await uploader.offsetOf(path)
    const thaw = freeze(house.workerPid())
    const waiting = await uploaded(short)
    const used = await storage()
    expect(await isInUse()).toBe(true)

    bucket.setFault('hangs')
    thaw()
    expect(await inTime(upload(short))).toMatchObject({ status: 503, ...AWAY })
    const silent = await inTime(hear(kept))
    expect([silent.status, await silent.json()]).toMatchObject([503, { message: AWAY.message }])
    const patch = uploader.sending(path, offset, long.length - offset)
    const answered = uploader.answerTo(patch)
    await uploader.write(patch, long.subarray(offset))
    patch.end()
    const refused = await inTime(answered)
    expect(refused?.status).toBe(503)
    expect(refused?.body).toContain(AWAY.message)
    expect((await inTime(ama.fetch(at(DeleteMedia.path, unwanted), { method: 'DELETE' }))).status).toBe(200)
    await expect
      .poll(() => timelineOf(waiting), SOON)
      .toContainEqual(expect.objectContaining({ kind: 'interrupted', sentence: expect.stringContaining('by itself') }))
    // What could not be stored takes no room, and everything else goes on: nobody takes the service out of use for it.
    expect(await isInUse()).toBe(true)
    expect(await storage()).toEqual({
      ...used,
      usedBytes: used.usedBytes - short.length,
      usedFiles: used.usedFiles - 1,
    })
    expect(await objectsOf(unwanted)).not.toEqual([])
    expect(bucket.hanging()).toBeGreaterThan(0)

    bucket.setFault(undefined)
    await uploader.finish(path, long)
    const whole = path.split('/').at(-1) ?? ''
    await isReady(whole)
    await isReady(waiting)
    expect(await heard(kept)).toEqual(short)
    const steps = (await timelineOf(waiting)).map(({ kind }) => kind)
    expect(steps.filter((kind) => kind === 'interrupted')).toHaveLength(1)
    await expect.poll(async () => (await upload(short)).status, SOON).toBe(201)
    await expect.poll(() => objectsOf(unwanted), SOON).toEqual([])
    await expect
      .poll(async () => {
        const { rows } = await house.asAdmin((client) =>
          client.query(
            'select 1 from media.upload union all select 1 from media.media_file where deleted_at is not null',
          ),
        )
        return rows
      }, SOON)
      .toEqual([])
    expect(house.areAlive()).toBe(true)

    const hash = createHash('sha256').update(long).digest('hex')
    expect(
      createHash('sha256')
        .update(await heard(whole))
        .digest('hex'),
    ).toBe(hash)
    await anHonestBreak(kept)
    await aSlowListener(whole, hash)
  })

  it('is a 503 in time for who uploads a cover, and what is shown stays the whole one before', async () => {
    const podcast = Podcast.parse(await (await post(CreatePodcast.path, PODCAST)).json())
    const uploadCover = async () => {
      const form = new FormData()
      form.append('cover', new File([new Uint8Array(plainPicture(900))], 'cover.png', { type: 'image/png' }))
      const response = await ama.fetch(at(UploadPodcastCover.path, podcast.id), { method: 'POST', body: form })
      return { status: response.status, body: (await response.json()) as { code?: string; message?: string } }
    }
    const shown = async () => {
      const response = await ama.fetch(at(GetPodcast.path, podcast.id))
      return Podcast.parse(await response.json()).coverImage
    }
    expect(await uploadCover()).toMatchObject({ status: 201 })
    const before = await shown()

    // At once, and when its first size is there already: what was sent and the look whether it is.
    for (const after of [0, 2]) {
      bucket.setFault('hangs', { below: '/covers/', after })
      expect(await inTime(uploadCover())).toMatchObject({ status: 503, body: AWAY })
      expect(bucket.hanging()).toBe(1)
      expect(await shown()).toBe(before)
      expect((await inTime(ama.fetch(before))).status).toBe(503)
      bucket.setFault(undefined)
      expect((await ama.fetch(before)).status).toBe(200)
    }
    // Whatever there is of the others is known, and goes as all pictures that nothing shows.
    const { rows } = await house.asAdmin((client) =>
      client.query('select count(*)::int, count(unused_since)::int as unused from catalog.cover'),
    )
    expect(rows).toEqual([{ count: 3, unused: 2 }])

    expect(await uploadCover()).toMatchObject({ status: 201 })
    expect(await shown()).not.toBe(before)
    expect(house.areAlive()).toBe(true)
  })

  /** One that falls silent in the middle is an honest break, and not for ever. */
  const anHonestBreak = async (id: string) => {
    bucket.setFault('falls silent')
    await expect(inTime(heard(id))).rejects.toThrow(/terminated|aborted/)
    bucket.setFault(undefined)
    await expect.poll(async () => (await hear(id)).status, SOON).toBe(200)
  }

  /** Who reads slowly is not taken for a bucket that is silent. */
  const aSlowListener = async (id: string, hash: string) => {
    const reader = (await hear(id)).body?.getReader()
    const heard = createHash('sha256').update((await reader?.read())?.value ?? '')
    await delay((SILENCE_SECONDS + 2) * 1_000)
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) heard.update(part.value)
    expect(heard.digest('hex')).toBe(hash)
  }
})
