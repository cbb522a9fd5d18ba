import { randomUUID } from 'node:crypto'
import { GetEpisodeNeighbours, ListEpisodes, ListPodcastEpisodes } from '@griot/contracts/catalog/episodes'
import { GetPodcast, ListPodcasts } from '@griot/contracts/catalog/podcasts'
import { MediaDeleted, MediaLinked, MediaProcessed } from '@griot/contracts/events'
import { READ_YOUR_WRITES_HEADER } from '@griot/service-kit/http/read-your-writes'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { describe, expect, it } from 'vitest'
import { EPISODE, event } from '../testing/harness.ts'
import {
  admin,
  catalog,
  create,
  events,
  given,
  host,
  IN_AN_HOUR,
  media,
  show,
  status,
  stranger,
  update,
  visibilityEventsOf,
  withPublishing,
} from '../testing/publishing.ts'

withPublishing()

describe('an episode that is not published', () => {
  const states = { draft: {}, scheduled: { publishAt: IN_AN_HOUR() }, when_ready: {} } as const

  it.each(Object.keys(states) as (keyof typeof states)[])(
    'is seen by its creator and admins alone: %s',
    async (state) => {
      const podcast = await catalog.podcast(host, { title: `The ${state} show` })
      const word = `quokka${state.replace('_', '')}`
      const first = await catalog.playableEpisode(host, podcast.id, { title: 'Out', episodeNumber: 1 })
      const hidden = await create(podcast.id, { title: word, episodeNumber: 2, status: state, ...states[state] })
      const third = await create(podcast.id, { title: 'Out, too', episodeNumber: 3 })
      catalog.cache.clear()

      for (const who of [host, admin]) {
        expect(await show(who, hidden.id)).toMatchObject(hidden)
        const inPodcast = { params: { id: podcast.id }, query: { include: 'unpublished' as const } }
        expect(await catalog.as(who).call(ListPodcastEpisodes, inPodcast)).toContainEqual(
          expect.objectContaining(hidden),
        )
        expect(await catalog.as(who).call(ListEpisodes, { query: { hostId: host.id } })).toContainEqual(hidden)
        // Published episodes are the same for every caller.
        expect(await catalog.as(who).call(ListEpisodes, {})).not.toContainEqual(hidden)
      }
      expect(await catalog.as(host).call(ListEpisodes, { query: { hostId: 'me', search: word } })).toMatchObject([
        hidden,
      ])
      expect(await catalog.as(host).call(ListEpisodes, { query: { hostId: 'me', status: state } })).toContainEqual(
        expect.objectContaining(hidden),
      )

      for (const who of [stranger, null]) {
        const visitor = catalog.as(who)
        await expect(show(who, hidden.id)).rejects.toMatchObject({ status: 404, code: 'episode.not_found' })
        await expect(visitor.call(GetEpisodeNeighbours, { params: { id: hidden.id } })).rejects.toMatchObject({
          status: 404,
        })
        const lists = await Promise.all([
          visitor.call(ListEpisodes, {}),
          visitor.call(ListEpisodes, { query: { hostId: host.id } }),
          visitor.call(ListEpisodes, { query: { ids: hidden.id } }),
          visitor.call(ListEpisodes, { query: { search: word } }),
          visitor.call(ListEpisodes, { query: { hostId: host.id, status: state } }),
          visitor.call(ListPodcastEpisodes, { params: { id: podcast.id } }),
          visitor.call(ListPodcastEpisodes, { params: { id: podcast.id }, query: { include: 'unpublished' } }),
        ])
        for (const list of lists) expect(list.map(({ id }) => id)).not.toContain(hidden.id)
        expect(await visitor.call(ListPodcasts, { query: { search: word } })).toEqual([])
        expect((await visitor.call(GetPodcast, { params: { id: podcast.id } })).episodeCount).toBe(2)
        expect(await visitor.call(GetEpisodeNeighbours, { params: { id: first.id } })).toMatchObject({
          previous: null,
          next: { id: third.id },
        })
      }
    },
  )

  it('stays hidden from others after its creator or an admin has read it', async () => {
    const { episode } = await given({ status: 'draft' })

    await show(host, episode.id)
    await show(admin, episode.id)

    await expect(show(stranger, episode.id)).rejects.toMatchObject({ status: 404 })
  })

  it('is in the cached lists of its creator and admins only, also after a write', async () => {
    const { podcast, episode } = await given({ status: 'draft' })
    catalog.cache.clear()
    const hiddenIn = {
      [`/api/episodes?hostId=${host.id}`]: episode.id,
      [`/api/episodes?hostId=${host.id}&ids=${episode.id}`]: episode.id,
      [`/api/podcasts?hostId=${host.id}`]: podcast.id,
      [`/api/podcast/${podcast.id}/episodes?include=unpublished`]: episode.id,
    }
    const idsFor = async (who: Person | null, path: string, headers: Record<string, string> = {}) => {
      const response = await catalog.as(who).fetch(path, { headers })
      if (response.status === 404) return []
      return ((await response.json()) as { id: string }[]).map(({ id }) => id)
    }
    for (const [path, id] of Object.entries(hiddenIn)) {
      for (const headers of [{ [READ_YOUR_WRITES_HEADER]: '0' }, {}, { [READ_YOUR_WRITES_HEADER]: '500' }]) {
        for (const who of [host, admin]) expect(await idsFor(who, path, headers)).toContain(id)
        for (const who of [stranger, null]) expect(await idsFor(who, path, headers)).not.toContain(id)
      }
    }
  })

  it('can be updated by its creator only', async () => {
    const { episode } = await given({ status: 'draft' })

    for (const who of [stranger, admin]) {
      await expect(update(episode.id, { status: 'published' }, who)).rejects.toMatchObject({ status: 404 })
    }
    expect(await status(episode.id)).toBe('draft')
  })
})

describe('publishing', () => {
  it('publishes and unpublishes a draft, and sends both events to media', async () => {
    const { episode, podcast } = await given({ status: 'draft' })
    const { id: other } = await catalog.playableEpisode(host, podcast.id, { episodeNumber: 2 })
    expect(await visibilityEventsOf(episode.id)).toEqual([])

    const published = await update(episode.id, { status: 'published' })
    expect(published.status).toBe('published')
    expect(Date.parse(published.releaseDate)).toBeGreaterThan(Date.parse(episode.releaseDate))
    expect(await show(null, episode.id)).toMatchObject(published)
    expect(await catalog.as(null).call(ListPodcastEpisodes, { params: { id: podcast.id } })).toMatchObject([
      { id: other },
      published,
    ])

    await update(episode.id, { status: 'draft' })
    await expect(show(null, episode.id)).rejects.toMatchObject({ status: 404 })
    expect(await visibilityEventsOf(episode.id)).toEqual([
      { version: 1, isPublished: true, isDeleted: false },
      { version: 2, isPublished: false, isDeleted: false },
    ])
  })

  it('does not change the release date when it is published again', async () => {
    const { episode } = await given()

    await update(episode.id, { status: 'draft' })
    const again = await update(episode.id, { status: 'published' })

    expect(again.releaseDate).toBe(episode.releaseDate)
  })

  it('sends no event for an episode that is already published', async () => {
    const { episode } = await given()

    await update(episode.id, { status: 'published', title: 'Another title' })

    expect(await visibilityEventsOf(episode.id)).toEqual([])
  })
})

describe('an episode that is published when its audio is ready', () => {
  it('is published at once if the audio is ready', async () => {
    const file = media.file(host)

    const { episode } = await given({ status: 'when_ready', audioFileId: file.id })

    expect(episode).toMatchObject({ status: 'published', audioFileId: file.id, duration: 31 })
  })

  it('is published once a processing file becomes ready', async () => {
    const file = media.file(host, { status: 'processing', duration: null })
    const { episode } = await given({ status: 'when_ready', audioFileId: file.id })
    expect(episode).toMatchObject({ status: 'when_ready', audioFileId: file.id, duration: EPISODE.duration })
    await expect(show(null, episode.id)).rejects.toMatchObject({ status: 404 })

    const audio = { episodeId: episode.id, audioFileId: file.id }
    await events.deliver([event(MediaLinked, { ...audio, version: 1, duration: null })])
    expect(await status(episode.id)).toBe('when_ready')
    await events.deliver([event(MediaProcessed, { ...audio, version: 2, duration: 55 })])

    const published = await show(null, episode.id)
    expect(published).toMatchObject({ status: 'published', duration: 55 })
    expect(Date.parse(published.releaseDate)).toBeGreaterThan(Date.parse(episode.releaseDate))
    expect(await visibilityEventsOf(episode.id)).toEqual([{ version: 1, isPublished: true, isDeleted: false }])
  })

  it('is published once for repeated and reordered events', async () => {
    const file = media.file(host, { status: 'processing', duration: null })
    const { episode } = await given({ status: 'when_ready', audioFileId: file.id })
    const ready = { episodeId: episode.id, audioFileId: file.id, version: 2, duration: 55 }

    await events.deliver([event(MediaProcessed, ready), event(MediaProcessed, ready)])
    await events.deliver([event(MediaLinked, { ...ready, version: 1, duration: null })])

    expect(await show(null, episode.id)).toMatchObject({ duration: 55 })
    expect(await visibilityEventsOf(episode.id)).toHaveLength(1)
  })

  it('waits again if its audio is deleted, and is published with the next one', async () => {
    const file = media.file(host, { status: 'processing', duration: null })
    const { episode } = await given({ status: 'when_ready', audioFileId: file.id })
    await events.deliver([
      event(MediaDeleted, { episodeId: episode.id, version: 2, audioFileId: null, duration: null }),
    ])
    expect(await show(host, episode.id)).toMatchObject({ status: 'when_ready', audioFileId: null })

    const other = media.file(host)
    expect(await update(episode.id, { audioFileId: other.id })).toMatchObject({
      status: 'published',
      audioFileId: other.id,
      duration: 31,
    })
  })

  it('cannot be published before its audio is ready', async () => {
    const file = media.file(host, { status: 'processing', duration: null })
    const { episode } = await given({ status: 'draft', audioFileId: file.id })

    await expect(update(episode.id, { status: 'published' })).rejects.toMatchObject({
      status: 409,
      code: 'media.not_ready',
    })
    expect(await status(episode.id)).toBe('draft')
  })
})

describe('two creators', () => {
  it('cannot see, change or use each other’s drafts and files', async () => {
    const [ama, kofi] = [person(), person()]
    const hers = await catalog.podcast(ama)
    const draft = await create(hers.id, { status: 'draft' }, ama)
    const file = media.file(ama)

    expect(await catalog.as(kofi).call(ListEpisodes, { query: { hostId: 'me' } })).toEqual([])
    await expect(update(draft.id, { title: 'Mine' }, kofi)).rejects.toMatchObject({ status: 404 })
    await expect(create(hers.id, { episodeNumber: 2 }, kofi)).rejects.toMatchObject({ status: 404 })
    const his = await catalog.podcast(kofi)
    const own = await create(his.id, { status: 'draft' }, kofi)
    await expect(update(own.id, { audioFileId: file.id }, kofi)).rejects.toMatchObject({ code: 'media.not_found' })
    await expect(update(own.id, { audioFileId: randomUUID() }, kofi)).rejects.toMatchObject({ status: 404 })
    expect(await catalog.as(ama).call(ListEpisodes, { query: { hostId: 'me' } })).toMatchObject([draft])
    const studio = (who: Person) => catalog.as(who).call(ListEpisodes, { query: { scope: 'studio' } })
    expect(await studio(person({ roles: ['admin'] }))).toEqual(
      expect.arrayContaining([draft, own].map((episode) => expect.objectContaining(episode))),
    )
    expect(await studio(kofi)).toMatchObject([own])
    await expect(catalog.as(null).call(ListEpisodes, { query: { scope: 'studio' } })).rejects.toMatchObject({
      status: 401,
    })
  })
})
