import { randomUUID } from 'node:crypto'
import { CreateEpisode, GetEpisode, ListPodcastEpisodes, UpdateEpisode } from '@griot/contracts/catalog/episodes'
import { MediaLinked } from '@griot/contracts/events'
import type { MediaFile } from '@griot/contracts/media/media-file'
import { AppError, conflict, notFound } from '@griot/service-kit/http/errors'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { EPISODE, event, startCatalog, startEvents, type TestCatalog } from '../testing/harness.ts'
import { createMediaPeer } from '../testing/media-peer.ts'

let catalog: TestCatalog
const media = createMediaPeer(() => catalog.url)
beforeAll(async () => {
  catalog = await startCatalog({ media: media.peer })
})
afterAll(() => catalog.close())
beforeEach(() => media.reset())

const given = async (about: Partial<MediaFile> = {}, owner?: Person) => {
  const host = person()
  const podcast = await catalog.podcast(host)
  const file = media.file(owner ?? host, about)
  return {
    host,
    podcast,
    file,
    create: () =>
      catalog.as(host).call(CreateEpisode, { body: { ...EPISODE, podcastId: podcast.id, audioFileId: file.id } }),
    episodes: () => catalog.as(host).call(ListPodcastEpisodes, { params: { id: podcast.id } }),
  }
}

describe('POST /api/episodes with audio', () => {
  it('links the file in media and shows audio and measured duration at once', async () => {
    const { create, file, episodes } = await given({ duration: 31 })

    const episode = await create()

    expect(episode).toMatchObject({
      audioFileId: file.id,
      audioUrl: `/api/media/${file.id}/stream`,
      duration: 31,
    })
    expect(media.links).toEqual([{ episodeId: episode.id, mediaFileId: file.id }])
    expect(await episodes()).toEqual([episode])
  })

  it('keeps the state of an event that arrives before the response', async () => {
    const { create, episodes } = await given()
    const events = startEvents(catalog)
    const newer = randomUUID()
    media.onLink = async () => {
      const [episode] = (
        await catalog.db.pool.query<{ id: string }>('select id from episode order by release_date desc')
      ).rows
      await events.deliver([
        event(MediaLinked, { episodeId: episode?.id ?? '', version: 2, audioFileId: newer, duration: 44 }),
      ])
    }

    expect(await create()).toMatchObject({ audioFileId: newer, duration: 44 })
    expect(await episodes()).toMatchObject([{ audioFileId: newer, duration: 44 }])
    await events.close()
  })

  it.each(['processing', 'failed'] as const)('refuses a file that is %s and creates no episode', async (status) => {
    const { create, episodes } = await given({ status })

    await expect(create()).rejects.toMatchObject({
      status: 409,
      code: status === 'failed' ? 'media.failed' : 'media.not_ready',
    })
    expect(await episodes()).toEqual([])
  })

  it("returns 404 for other users' files", async () => {
    const { create, episodes } = await given({}, person())

    await expect(create()).rejects.toMatchObject({ status: 404, code: 'media.not_found' })
    expect(await episodes()).toEqual([])
  })

  it('returns 404 for the podcast before it checks the file', async () => {
    const { podcast } = await given()
    const stranger = person()
    const { id: audioFileId } = media.file(stranger, { status: 'processing' })

    await expect(
      catalog.as(stranger).call(CreateEpisode, { body: { ...EPISODE, podcastId: podcast.id, audioFileId } }),
    ).rejects.toMatchObject({ status: 404, code: 'podcast.not_found' })
  })

  it.each([
    ['was deleted', notFound('media'), 'media.not_found'],
    ['became busy', conflict('media.not_ready', 'Not yet.'), 'media.not_ready'],
  ])('creates nothing when the file %s in between', async (_, refusal, code) => {
    const { create, episodes } = await given()
    media.onLink = () => Promise.reject(refusal)

    await expect(create()).rejects.toMatchObject({ status: refusal.status, code })
    expect(await episodes()).toEqual([])

    media.onLink = async () => {}
    expect((await create()).episodeNumber).toBe(EPISODE.episodeNumber)
  })

  it('keeps the episode without audio and returns 503 if linking times out', async () => {
    const { create, episodes } = await given()
    media.onLink = () => Promise.reject(new AppError(500, 'server.failed', 'Oh no.'))
    // The response cache must not hide the new episode.
    expect(await episodes()).toEqual([])

    await expect(create()).rejects.toMatchObject({ status: 503, code: 'episode.audio_not_linked' })
    expect(await episodes()).toMatchObject([{ audioFileId: null, duration: EPISODE.duration }])
  })

  it('creates no episode while media is unavailable', async () => {
    const alone = await startCatalog()
    const host = person()
    const { id: podcastId } = await alone.podcast(host)

    await expect(
      alone.as(host).call(CreateEpisode, { body: { ...EPISODE, podcastId, audioFileId: randomUUID() } }),
    ).rejects.toMatchObject({ status: 503 })
    expect(await alone.as(host).call(ListPodcastEpisodes, { params: { id: podcastId } })).toEqual([])
    await alone.close()
  })
})

describe('PATCH /api/episode/:id with audio', () => {
  it('changes nothing and returns 503 if linking times out', async () => {
    const { host, podcast, file } = await given()
    const episode = await catalog.episode(host, podcast.id)
    media.onLink = () => Promise.reject(new AppError(500, 'server.failed', 'Oh no.'))

    const body = { title: 'New', audioFileId: file.id }
    await expect(catalog.as(host).call(UpdateEpisode, { params: { id: episode.id }, body })).rejects.toMatchObject({
      status: 503,
      code: 'episode.audio_not_changed',
    })
    expect(await catalog.as(host).call(GetEpisode, { params: { id: episode.id } })).toMatchObject(episode)
  })
})
