import {
  CreateEpisode,
  type Episode,
  GetEpisode,
  GetEpisodeNeighbours,
  ListEpisodes,
  ListNewestEpisodes,
  ListPodcastEpisodes,
} from '@griot/contracts/catalog/episodes'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { EPISODE, PODCAST, startCatalog, type TestCatalog } from '../testing/harness.ts'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())
beforeEach(async () => {
  await catalog.db.pool.query('delete from episode')
  catalog.cache.clear()
})

const titles = (episodes: Episode[]) => episodes.map((episode) => episode.title)

describe('POST /api/episodes', () => {
  it('creates an episode without audio with the typed duration', async () => {
    const host = person()
    const podcast = await catalog.podcast(host)

    const episode = await catalog.as(host).call(CreateEpisode, {
      body: { ...EPISODE, podcastId: podcast.id, audioFileId: '' },
    })

    expect(episode).toMatchObject({
      ...EPISODE,
      id: expect.any(String),
      podcastId: podcast.id,
      podcastTitle: PODCAST.title,
      hostName: PODCAST.hostName,
      hostId: host.id,
      audioFileId: null,
      audioUrl: null,
      releaseDate: expect.any(String),
      status: 'published',
      publishAt: null,
    })
    await catalog.playableEpisode(host, podcast.id, { episodeNumber: 2 })
    expect(await catalog.as(null).call(GetEpisode, { params: { id: episode.id } })).toMatchObject(episode)
    expect(await catalog.as(null).call(ListPodcastEpisodes, { params: { id: podcast.id } })).toContainEqual(episode)
    expect(await catalog.as(null).call(ListEpisodes, {})).toContainEqual(episode)
  })

  it.each(['draft', 'when_ready'] as const)(
    'creates an episode that is %s without audio and duration',
    async (status) => {
      const host = person()
      const { id: podcastId } = await catalog.podcast(host)
      const { duration: _, ...typed } = EPISODE

      const episode = await catalog.as(host).call(CreateEpisode, { body: { ...typed, podcastId, status } })

      expect(episode).toMatchObject({ status, duration: 0, audioFileId: null })
    },
  )

  it.each([
    ['title', '', 'Title is required'],
    ['description', undefined, 'Description is required'],
    ['podcastId', '', 'Podcast is required'],
    ['duration', 0, 'Duration is required'],
    ['duration', undefined, 'Duration is required'],
    ['duration', -1, 'Duration is required'],
    ['duration', 86_401, 'Please enter at most 86400 seconds, which is a day.'],
    ['duration', '60', 'Duration is required'],
    ['duration', 1.5, 'Duration is required'],
    ['episodeNumber', 0, 'Episode number is required'],
    ['episodeNumber', 100_001, 'Please enter at most 100000.'],
    ['publishAt', 'tomorrow', 'Please give a time such as 2026-11-21T09:30:00Z.'],
    ['audioFileId', 'file.mp3', 'That is not the id of a media file.'],
    ['audioUrl', '/elsewhere', expect.any(String)],
  ])('refuses %s %j with a sentence for the field', async (field, value, sentence) => {
    const host = person()
    const { id: podcastId } = await catalog.podcast(host)

    const response = await catalog.post(host, '/api/episodes', { ...EPISODE, podcastId, [field]: value })

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'input.invalid', fields: { [field]: sentence } })
    expect(await catalog.as(host).call(ListPodcastEpisodes, { params: { id: podcastId } })).toEqual([])
  })

  it('requires a signed-in user and JSON', async () => {
    const { id: podcastId } = await catalog.podcast()
    await expect(catalog.as(null).call(CreateEpisode, { body: { ...EPISODE, podcastId } })).rejects.toMatchObject({
      status: 401,
    })
    const asText = await catalog.as(person()).fetch('/api/episodes', { method: 'POST', body: '{}' })
    expect(asText.status).toBe(415)
  })

  it('returns 404 for unknown podcasts and those of other users', async () => {
    const { id: podcastId } = await catalog.podcast(person())
    for (const id of [podcastId, person().id]) {
      await expect(catalog.episode(person(), id)).rejects.toMatchObject({ status: 404, code: 'podcast.not_found' })
    }
  })

  it('accepts the same number several times, also in parallel requests', async () => {
    const host = person()
    const { id } = await catalog.podcast(host)

    const created = await Promise.all(Array.from({ length: 8 }, () => catalog.episode(host, id)))

    expect(created.map(({ episodeNumber }) => episodeNumber)).toEqual(Array(8).fill(1))
    const listed = await catalog
      .as(host)
      .call(ListPodcastEpisodes, { params: { id }, query: { include: 'unpublished' } })
    expect(listed).toHaveLength(8)
  })
})

describe('GET /api/episode/:id', () => {
  it.each([person().id, 'not-an-id'])('returns 404 for %s', async (id) => {
    const response = await catalog.as(null).fetch(`/api/episode/${id}`)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'episode.not_found' })
  })
})

describe('GET /api/episode/:id/neighbours', () => {
  it('returns the adjacent numbers of the podcast, and null before the first', async () => {
    const host = person()
    const { id } = await catalog.podcast(host)
    await catalog.episode(host, (await catalog.podcast(host)).id, { episodeNumber: 4 })
    const [first, second, third] = await Promise.all(
      [2, 5, 9].map((episodeNumber) => catalog.episode(host, id, { episodeNumber })),
    )
    await catalog.playableEpisode(host, id, { episodeNumber: 20 })

    const around = (episode = second) =>
      catalog.as(null).call(GetEpisodeNeighbours, { params: { id: episode?.id ?? '' } })
    expect(await around()).toEqual({ previous: first, next: third })
    expect(await around(first)).toEqual({ previous: null, next: second })
    expect(await around(third)).toMatchObject({ previous: second, next: { episodeNumber: 20 } })
    await expect(catalog.as(null).call(GetEpisodeNeighbours, { params: { id: person().id } })).rejects.toMatchObject({
      status: 404,
    })
  })
})

describe('GET /api/podcast/:id/episodes', () => {
  it.each([
    ['newest', [4, 3, 2, 1]],
    ['oldest', [1, 2, 3, 4]],
    ['shortest', [2, 4, 3, 1]],
    ['longest', [1, 3, 4, 2]],
  ])('sorts by %s, over all pages', async (sort, numbers) => {
    const host = person()
    const { id } = await catalog.podcast(host)
    for (const [at, duration] of [900, 60, 300, 300].entries()) {
      await catalog.playableEpisode(host, id, { episodeNumber: at + 1, duration: duration + (at === 2 ? 1 : 0) })
    }

    const pages = await catalog.follow<Episode>(`/api/podcast/${id}/episodes?sort=${sort}&limit=3`)

    expect(pages.flat().map((episode) => episode.episodeNumber)).toEqual(numbers)
  })

  it('pages through episodes of equal duration without loss', async () => {
    const host = person()
    const { id } = await catalog.podcast(host)
    for (const episodeNumber of [1, 2, 3]) await catalog.playableEpisode(host, id, { episodeNumber })

    const pages = await catalog.follow<Episode>(`/api/podcast/${id}/episodes?sort=longest&limit=1`)

    expect(pages.flat().map((episode) => episode.episodeNumber)).toEqual([3, 2, 1])
  })

  it('lists the highest number first, page by page', async () => {
    const host = person()
    const { id } = await catalog.podcast(host)
    for (const episodeNumber of [3, 1, 5, 2, 4]) await catalog.playableEpisode(host, id, { episodeNumber })

    const pages = await catalog.follow<Episode>(`/api/podcast/${id}/episodes?limit=2`)

    expect(pages.map((page) => page.map((episode) => episode.episodeNumber))).toEqual([[5, 4], [3, 2], [1]])
  })

  it('is empty for the host of a new podcast and 404 for an unknown one', async () => {
    const host = person()
    const { id } = await catalog.podcast(host)
    expect(await catalog.as(host).call(ListPodcastEpisodes, { params: { id } })).toEqual([])
    for (const unknown of [person().id, 'not-an-id']) {
      const response = await catalog.as(null).fetch(`/api/podcast/${unknown}/episodes`)
      expect(response.status).toBe(404)
    }
  })

  it('refuses a cursor of another list', async () => {
    const { id } = await catalog.podcast()
    const cursor = Buffer.from(JSON.stringify(['x'])).toString('base64url')
    expect((await catalog.as(null).fetch(`/api/podcast/${id}/episodes?cursor=${cursor}`)).status).toBe(400)
  })
})

describe('GET /api/episodes', () => {
  it('returns the existing ones of the given ids', async () => {
    const host = person()
    const { id } = await catalog.podcast(host)
    const [first, , third] = await Promise.all(
      [1, 2, 3].map((episodeNumber) =>
        catalog.playableEpisode(host, id, { episodeNumber, title: `Part ${episodeNumber}` }),
      ),
    )
    const ids = [first?.id, third?.id, person().id].join(',')

    expect(titles(await catalog.as(null).call(ListEpisodes, { query: { ids } })).sort()).toEqual(['Part 1', 'Part 3'])
    for (const wrong of ['', 'all', `${ids},`, Array.from({ length: 101 }, () => person().id).join(',')]) {
      expect((await catalog.as(null).fetch(`/api/episodes?ids=${wrong}`)).status).toBe(400)
    }
  })

  it('returns up to 100 given ids without a limit', async () => {
    const host = person()
    const { id } = await catalog.podcast(host)
    const numbers = Array.from({ length: 51 }, (_, at) => at + 1)
    const made = await Promise.all(numbers.map((episodeNumber) => catalog.playableEpisode(host, id, { episodeNumber })))
    const ids = made.map((episode) => episode.id).join(',')
    expect(await catalog.as(null).call(ListEpisodes, { query: { ids } })).toHaveLength(51)
    expect(await catalog.as(null).call(ListEpisodes, { query: {} })).toHaveLength(50)
  })

  it("finds by title and by host; `me` is the caller's own and needs one", async () => {
    const host = person()
    const { id } = await catalog.podcast(host, { title: 'Mine' })
    await catalog.playableEpisode(host, id, { title: 'Café Lagos', episodeNumber: 1 })
    await catalog.playableEpisode(host, id, { title: 'Ibadan', episodeNumber: 2 })
    const other = person()
    await catalog.playableEpisode(other, (await catalog.podcast(other)).id, { title: 'Cafe Accra' })

    const list = async (query: object, who = host) => titles(await catalog.as(who).call(ListEpisodes, { query }))
    expect(await list({})).toEqual(['Cafe Accra', 'Ibadan', 'Café Lagos'])
    expect(await list({ search: 'CAFE' })).toEqual(['Cafe Accra', 'Café Lagos'])
    expect(await list({ search: 'café', hostId: 'me' })).toEqual(['Café Lagos'])
    expect(await list({ hostId: other.id })).toEqual(['Cafe Accra'])
    await expect(catalog.as(null).call(ListEpisodes, { query: { hostId: 'me' } })).rejects.toMatchObject({
      status: 401,
    })
  })

  it('pages through rows of the same time, each once', async () => {
    const host = person()
    const { id } = await catalog.podcast(host)
    await catalog.db.pool.query(
      `insert into episode (podcast_id, host_id, title, description, typed_seconds, measured_seconds, audio_file_id,
         episode_number, search_text, release_date)
       select $1, $2, 'Part ' || n, '', 60, 60, $1, n, 'part ' || n, date_trunc('second', now()) + n / 20 * interval '1 s'
       from generate_series(1, 90) n`,
      [id, host.id],
    )
    for (const path of [
      '/api/episodes?limit=25',
      `/api/episodes?limit=25&hostId=${host.id}`,
      '/api/episodes?limit=25&search=part',
    ]) {
      const pages = await catalog.follow<Episode>(path)
      expect(pages.map((page) => page.length)).toEqual([25, 25, 25, 15])
      expect(new Set(pages.flat().map((episode) => episode.id)).size).toBe(90)
    }
  })
})

describe('GET /api/episodes/newest', () => {
  it('returns the newest playable episode of each podcast, the newest first', async () => {
    const host = person()
    const [one, two, silent] = [await catalog.podcast(host), await catalog.podcast(host), await catalog.podcast(host)]
    await catalog.playableEpisode(host, one.id, { title: 'Old', episodeNumber: 1 })
    await catalog.playableEpisode(host, one.id, { title: 'New', episodeNumber: 2 })
    await catalog.playableEpisode(host, two.id, { title: 'Other' })
    await catalog.episode(host, two.id, { title: 'Without audio', episodeNumber: 2 })
    await catalog.episode(host, silent.id)

    const podcastIds = [one.id, silent.id, two.id, two.id, person().id].join(',')
    const newest = (query: object = {}) =>
      catalog
        .as(null)
        .call(ListNewestEpisodes, { query: { podcastIds, ...query } })
        .then(titles)
    expect(await newest()).toEqual(['Other', 'New'])
    expect(await newest({ limit: 1 })).toEqual(['Other'])
    for (const wrong of ['', '?podcastIds=all', `?podcastIds=${one.id}&limit=0`]) {
      expect((await catalog.as(null).fetch(`/api/episodes/newest${wrong}`)).status).toBe(400)
    }
  })
})
