import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type EpisodeTags, EpisodeVisibility, MediaProcessed } from '@griot/contracts/events'
import { DeleteMedia, LinkMedia, ReplaceMedia } from '@griot/contracts/media/files'
import { AskRendition } from '@griot/contracts/media/renditions'
import { GetQueue, GetQueueItem } from '@griot/contracts/queue'
import { findBinaries } from '@griot/service-kit/audio/ffmpeg'
import { inTransaction, sql } from '@griot/service-kit/db/db'
import { createGrantVerifier, GRANT_HEADER, type ValidGrant } from '@griot/service-kit/identity/grant'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { followEpisode } from '../links/links.queries.ts'
import { removeRetired } from '../storage/objects.ts'
import { type Recipe, recording } from '../testing/audio.ts'
import { grantSecret } from '../testing/harness.ts'
import { openWorkerHarness, type WorkerHarness } from '../testing/worker-harness.ts'
import { fillMp3s } from './fill-mp3s.ts'

const ama = person()
const admin = person({ roles: ['admin'] })
let harness: WorkerHarness

beforeAll(async () => {
  harness = await openWorkerHarness()
})
afterAll(() => harness.close())

const as = () => harness.service.as(ama)
const TAGS: EpisodeTags = {
  title: 'Kora; = #1 \\ “Ɛyɛ”',
  podcastTitle: 'Sounds of the\nriver',
  chapters: [
    { start: 0, title: 'Start' },
    { start: 1.5, title: 'A = B; # \\ C\\' },
    { start: 99, title: 'After the end' },
  ],
}

/** Delivers an event of catalog. */
const follow = (episodeId: string, version: number, more: Partial<z.input<typeof EpisodeVisibility.data>> = {}) =>
  inTransaction(harness.database.db, (tx) =>
    followEpisode(
      tx,
      EpisodeVisibility.data.parse({ episodeId, version, isPublished: true, isDeleted: false, tags: TAGS, ...more }),
    ),
  )

const link = (episodeId: string, mediaFileId: string) =>
  as().call(LinkMedia, { params: { episodeId }, body: { mediaFileId } })

/** The grant for the MP3 of an episode, or the status of the refusal. */
const open = async (episodeId: string): Promise<ValidGrant | number> => {
  const response = await harness.service.as(null).fetch(`/api/open-audio/${episodeId}`)
  const grant = await createGrantVerifier(grantSecret)(response.headers.get(GRANT_HEADER) ?? '')
  return grant ?? response.status
}

const opened = (episodeId: string, differsFrom?: string) =>
  vi.waitFor(
    async () => {
      const grant = await open(episodeId)
      if (typeof grant === 'number' || grant.key === differsFrom) throw new Error(`not ready: ${JSON.stringify(grant)}`)
      return grant
    },
    { timeout: 30_000, interval: 150 },
  )

const uploaded = async (recipe: Recipe, seconds = 3) =>
  (await harness.uploadAndProcess(ama, await recording(recipe, seconds), `a.${recipe}`, 'audio/wav')).id

const published = async (recipe: Recipe) => {
  const mediaFileId = await uploaded(recipe)
  const episodeId = harness.addEpisode(ama)
  await link(episodeId, mediaFileId)
  await follow(episodeId, 1)
  return { mediaFileId, episodeId }
}

const Probed = z.object({
  format: z.object({ format_name: z.string(), duration: z.coerce.number(), tags: z.record(z.string(), z.string()) }),
  streams: z.array(z.object({ codec_name: z.string() })),
  chapters: z.array(z.object({ start_time: z.coerce.number(), tags: z.object({ title: z.string() }) })),
})

const probe = async (key: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'griot-test-mp3-'))
  try {
    await writeFile(join(folder, 'a'), await harness.readObject(key))
    const { ffprobe } = await findBinaries(process.env)
    const options = ['-v', 'error', '-show_format', '-show_streams', '-show_chapters', '-of', 'json']
    const { stdout } = await promisify(execFile)(ffprobe, [...options, join(folder, 'a')])
    return Probed.parse(JSON.parse(stdout))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The size of the MP3 in the latest event to catalog. */
const mp3BytesOf = async (episodeId: string) => {
  const jobs = await harness.queueing.queue('events-catalog').getJobs(['waiting', 'prioritized', 'delayed'])
  const events = jobs.flatMap(({ data }) => MediaProcessed.data.safeParse(data).data ?? [])
  const own = events.filter((event) => event.episodeId === episodeId)
  return own.sort((one, other) => one.version - other.version).at(-1)?.mp3Bytes
}

describe('the MP3 of a published episode', () => {
  it.each(['wav', 'flac', 'ogg', 'opus', 'm4a'] as const)(
    'is made of %s with title, show and chapters',
    async (recipe) => {
      const { episodeId } = await published(recipe)
      const { key, size, type } = await opened(episodeId)

      expect(type).toBe('audio/mpeg')
      expect((await harness.readObject(key)).length).toBe(size)
      const { format, streams, chapters } = await probe(key)
      expect(format).toMatchObject({ format_name: 'mp3', tags: { title: TAGS.title, album: 'Sounds of the river' } })
      expect(Math.abs(format.duration - 3)).toBeLessThan(0.1)
      expect(streams.map(({ codec_name }) => codec_name)).toEqual(['mp3'])
      expect(chapters.map(({ start_time, tags }) => [start_time, tags.title])).toEqual([
        [0, 'Start'],
        [1.5, 'A = B; # \\ C'],
      ])
    },
  )

  it('is the original without a job if that is an MP3', async () => {
    const { mediaFileId, episodeId } = await published('mp3')

    const original = await harness.database.db.one(
      z.object({ key: z.string(), size: z.number() }),
      sql`select object_key as key, size_bytes as size from media_file where id = ${mediaFileId}`,
    )
    expect(await open(episodeId)).toMatchObject(original)
  })

  it('is refused for a draft, and at once for an episode that is taken back', async () => {
    const mediaFileId = await uploaded('mp3')
    const episodeId = harness.addEpisode(ama, 'draft')
    await link(episodeId, mediaFileId)
    expect(await open(episodeId)).toBe(404)

    await follow(episodeId, 1)
    expect(await open(episodeId)).toMatchObject({ type: 'audio/mpeg' })
    await follow(episodeId, 2, { isPublished: false })
    expect(await open(episodeId)).toBe(404)
    await follow(episodeId, 3, { isPublished: false, isDeleted: true, wasPublished: true })
    expect(await open(episodeId)).toBe(410)
    expect(await open(person().id)).toBe(404)
  })

  it('gets new tags without another encoding, and stays available meanwhile', async () => {
    const { episodeId } = await published('wav')
    const before = await opened(episodeId)
    await follow(episodeId, 2, { tags: { ...TAGS, title: 'Another', chapters: [] } })
    expect(await open(episodeId)).toMatchObject({ key: before.key })

    const after = await opened(episodeId, before.key)
    const { format, chapters } = await probe(after.key)
    expect(format.tags.title).toBe('Another')
    expect(chapters).toEqual([])
    // The frames of the sound are the same.
    const [old, now] = await Promise.all([before.key, after.key].map((key) => harness.readObject(key)))
    expect(now?.subarray(-20_000).equals(old?.subarray(-20_000) ?? Buffer.alloc(0))).toBe(true)
  })

  it('stays available until that of a replaced recording is ready', async () => {
    const { mediaFileId, episodeId } = await published('mp3')
    const before = await opened(episodeId)
    const body = { mediaFileId: await uploaded('flac', 5) }
    await as().call(ReplaceMedia, { params: { id: mediaFileId }, body })
    await removeRetired(harness.database.db, harness.store)
    const after = await opened(episodeId, before.key)

    expect((await probe(after.key)).format.duration).toBeGreaterThan(4.9)
    expect(await harness.storedKeys()).toContain(before.key)
    await harness.database.db.run(sql`update retired_object set retired_at = now() - interval '1 hour'`)
    await removeRetired(harness.database.db, harness.store)
    expect(await harness.storedKeys()).not.toContain(before.key)
  })

  it('has the even loudness that the creator has chosen', async () => {
    const { mediaFileId, episodeId } = await published('wav')
    const before = await opened(episodeId)
    await as().call(AskRendition, { params: { id: mediaFileId } })
    const { key } = await opened(episodeId, before.key)

    expect((await probe(key)).format.tags.title).toBe(TAGS.title)
  })

  it('is removed with its recording', async () => {
    const { mediaFileId, episodeId } = await published('wav')
    const { key } = await opened(episodeId)
    await as().call(DeleteMedia, { params: { id: mediaFileId } })

    expect(await open(episodeId)).toBe(404)
    await harness.database.db.run(sql`update retired_object set retired_at = now() - interval '1 hour'`)
    await removeRetired(harness.database.db, harness.store)
    expect(await harness.storedKeys()).not.toContain(key)
  })
})

it('an original MP3 of two episodes is deleted', async () => {
  const { mediaFileId, episodeId } = await published('mp3')
  const other = harness.addEpisode(ama)
  await link(other, mediaFileId)
  await follow(other, 1)

  const { episodeIds } = await as().call(DeleteMedia, { params: { id: mediaFileId } })
  expect(episodeIds.toSorted()).toEqual([episodeId, other].toSorted())
})

describe('the job that makes the MP3', () => {
  it('is visible in the queue, can be canceled, and can be retried', async () => {
    const jobs = harness.queueing.queue('media')
    const mediaFileId = await uploaded('wav')
    await jobs.pause()
    const episodeId = harness.addEpisode(ama)
    await link(episodeId, mediaFileId)
    const rows = async () =>
      (await as().call(GetQueue, { query: { task: 'mp3' } })).rows.filter(({ id }) => id === mediaFileId)
    expect(await rows()).toMatchObject([{ task: 'mp3', state: 'waiting' }])

    const request = async (action: string) => (await as().fetch(action, { method: 'POST' })).status
    expect(await request(`/api/admin/queue/${mediaFileId}/cancel`)).toBe(200)
    expect(await as().call(GetQueueItem, { params: { id: mediaFileId } })).toMatchObject({ state: 'cancelled' })
    await jobs.resume()
    expect(await request(`/api/media/${mediaFileId}/retry`)).toBe(202)
    await opened(episodeId)

    const item = await harness.service.as(admin).call(GetQueueItem, { params: { id: mediaFileId } })
    expect(item).toMatchObject({ task: 'check', state: 'ready' })
    expect(item.log.map(({ line }) => line)).toContainEqual(expect.stringContaining('episode.mp3'))
  })

  it('begins later for episodes that were published before, a few at a time', async () => {
    const files = await Promise.all(Array.from({ length: 6 }, () => uploaded('wav', 1)))
    const episodes = files.map(() => harness.addEpisode(ama))
    for (const [index, episodeId] of episodes.entries()) await link(episodeId, files[index] ?? '')
    await vi.waitFor(
      async () => expect((await Promise.all(episodes.map(open))).every((one) => typeof one !== 'number')).toBe(true),
      { timeout: 30_000 },
    )
    // As after an upgrade from a release without MP3s.
    await harness.database.db.run(sql`delete from episode_mp3 where episode_id = any(${episodes}::uuid[])`)
    for (const episodeId of episodes) await follow(episodeId, 1)
    expect(await Promise.all(episodes.map(open))).toEqual(episodes.map(() => 404))
    await harness.queueing.queue('media').pause()
    await fillMp3s(harness.database.db)
    await fillMp3s(harness.database.db)
    const { begun } = await harness.database.db.one(
      z.object({ begun: z.number() }),
      sql`select count(*) as begun from episode_mp3 where episode_id = any(${episodes}::uuid[])`,
    )
    expect(begun).toBe(4)
    await harness.queueing.queue('media').resume()
  })
})

it('publishes the size of the MP3 to catalog', async () => {
  const { episodeId } = await published('wav')
  const { size } = await opened(episodeId)
  await vi.waitFor(async () => expect(await mp3BytesOf(episodeId)).toBe(size))
})
