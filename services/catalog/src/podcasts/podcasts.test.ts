import { CreateCreator } from '@griot/contracts/catalog/creators'
import { DeleteEpisode, UpdateEpisode } from '@griot/contracts/catalog/episodes'
import {
  CATEGORIES,
  CreatePodcast,
  GetPodcast,
  ListCategories,
  ListPodcasts,
  ListPopularPodcasts,
  type Podcast,
} from '@griot/contracts/catalog/podcasts'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PODCAST, startCatalog, type TestCatalog } from '../testing/harness.ts'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())
beforeEach(() => catalog.deletePodcasts())

const titles = (podcasts: Podcast[]) => podcasts.map((podcast) => podcast.title)

describe('POST /api/podcasts', () => {
  it('creates a podcast of the caller with default values', async () => {
    const host = person()

    const podcast = await catalog.as(host).call(CreatePodcast, { body: PODCAST })

    expect(podcast).toEqual({
      ...PODCAST,
      kind: 'episodic',
      id: expect.any(String),
      hostId: host.id,
      hostImage: null,
      coverImage: `/api/podcast/${podcast.id}/cover`,
      listeners: 0,
      rating: 4.8,
      frequency: 'Weekly',
      pointsPerListen: 15,
      createdAt: expect.any(String),
    })
    const shown = (who: Person | null) => catalog.as(who).call(GetPodcast, { params: { id: podcast.id } })
    expect(await shown(host)).toMatchObject({ ...podcast, episodeCount: 0, isListed: false })
    await catalog.playableEpisode(host, podcast.id)
    expect(await shown(null)).toMatchObject({ ...podcast, episodeCount: 1, isListed: true })
  })

  it('draws a cover until that of a given address is loaded, and treats an empty address as missing', async () => {
    const address = 'https://example.org/cover.png'
    const given = await catalog.as(person()).call(CreatePodcast, { body: { ...PODCAST, coverImage: address } })
    expect(given.coverImage).toBe(`/api/podcast/${given.id}/cover`)
    expect(given.givenPicture).toEqual({ address, failure: null })
    const blank = await catalog.as(person()).call(CreatePodcast, { body: { ...PODCAST, coverImage: '' } })
    expect(blank.coverImage).toBe(`/api/podcast/${blank.id}/cover`)
    expect(blank.givenPicture).toBeUndefined()
  })

  it.each([
    ['title', '   ', 'Title is required'],
    ['title', 'x'.repeat(201), 'Please use at most 200 characters.'],
    ['title', 'a\u0000b', 'Please remove the control characters.'],
    ['description', undefined, 'Description is required'],
    ['hostName', 7, 'Host name is required'],
    ['category', 'cooking', 'Category is required'],
    ['coverImage', 'javascript:alert(1)', expect.any(String)],
    ['hostId', person().id, expect.any(String)],
  ])('refuses %s %j with a sentence for the field, and stores nothing', async (field, value, sentence) => {
    const call = catalog.as(person()).fetch('/api/podcasts', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...PODCAST, [field]: value }),
    })

    const response = await call
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'input.invalid', fields: { [field]: sentence } })
    expect(await catalog.as(null).call(ListPodcasts, {})).toEqual([])
  })

  it('requires a signed-in user', async () => {
    await expect(catalog.as(null).call(CreatePodcast, { body: PODCAST })).rejects.toMatchObject({ status: 401 })
  })

  it('rejects a request without the gateway’s token', async () => {
    const forged = { 'x-user-id': person().id, 'x-griot-identity': 'forged', 'content-type': 'application/json' }
    const response = await fetch(`${catalog.url}/api/podcasts`, {
      method: 'POST',
      headers: forged,
      body: JSON.stringify(PODCAST),
    })
    expect(response.status).toBe(401)
  })
})

describe('GET /api/podcast/:id', () => {
  it('does not show the foreign address of a host’s picture', async () => {
    const host = person()
    const { id } = await catalog.podcast(host)
    const profileImage = 'https://example.org/ama.jpg'
    await catalog.as(host).call(CreateCreator, { body: { name: 'Ama', bio: 'Economist.', profileImage } })

    expect((await catalog.as(host).call(GetPodcast, { params: { id } })).hostImage).toBeNull()
  })

  it.each([person().id, 'not-an-id', '%00'])('returns 404 for %s', async (id) => {
    const response = await catalog.as(null).fetch(`/api/podcast/${id}`)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'podcast.not_found' })
  })
})

describe('GET /api/podcasts', () => {
  it('lists new podcasts first', async () => {
    const list = () => catalog.as(null).call(ListPodcasts, {})
    expect(await list()).toEqual([])

    const first = await catalog.listedPodcast(person(), { title: 'First' })
    expect(await list()).toEqual([first])

    await catalog.listedPodcast(person(), { title: 'Second' })
    expect(titles(await list())).toEqual(['Second', 'First'])
  })

  it('pages through rows of the same time, each once', async () => {
    await catalog.db.pool.query(`
      with made as (
        insert into podcast (host_id, title, description, host_name, category, search_text, created_at)
        select gen_random_uuid(), 'Show ' || n, '', '', 'news', '', date_trunc('second', now()) + n / 10 * interval '1 s'
        from generate_series(1, 95) n returning id, host_id, created_at
      ), episodes as (
        insert into episode (
          podcast_id, host_id, title, description, episode_number, typed_seconds, audio_file_id, measured_seconds, search_text
        )
        select id, host_id, '', '', 1, 1, id, 1, '' from made
      ) insert into podcast_popularity (podcast_id, created_at) select id, created_at from made
    `)

    const pages = await catalog.follow<Podcast>('/api/podcasts?limit=20&category=news')
    expect(pages.map((page) => page.length)).toEqual([20, 20, 20, 20, 15])
    expect(new Set(pages.flat().map((podcast) => podcast.id)).size).toBe(95)
    const times = pages.flat().map((podcast) => podcast.createdAt)
    expect(times).toEqual([...times].sort().reverse())

    const popular = await catalog.follow<Podcast>('/api/podcasts/popular?limit=40')
    expect(popular.flat().map((podcast) => podcast.id)).toEqual(pages.flat().map((podcast) => podcast.id))
  })

  it.each(['cursor=nonsense', 'limit=0', 'limit=101', 'category=cooking', 'hostId=7', 'cursor='])(
    'refuses ?%s',
    async (query) => {
      const response = await catalog.as(null).fetch(`/api/podcasts?${query}`)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ fields: { [query.split('=')[0] ?? '']: expect.any(String) } })
    },
  )

  it('lists a podcast without a published, playable episode to its host and admins only', async () => {
    const host = person()
    const { id } = await catalog.podcast(host, { title: 'Empty' })
    const list = async (who: Person | null, query: object = {}) =>
      titles(await catalog.as(who).call(ListPodcasts, { query }))
    const lists = async () => [
      await list(host),
      await list(null, { hostId: host.id }),
      await list(null, { search: 'empty' }),
    ]
    expect(await lists()).toEqual([[], [], []])
    expect(titles(await catalog.as(null).call(ListPopularPodcasts, {}))).toEqual([])
    expect(await list(host, { hostId: 'me' })).toEqual(['Empty'])
    expect(await list(person({ roles: ['admin'] }), { hostId: host.id })).toEqual(['Empty'])
    for (const who of [null, person()]) expect(await list(who, { ids: id })).toEqual([])
    expect(await list(host, { ids: id })).toEqual(['Empty'])
    const scope = 'studio'
    for (const who of [host, person({ roles: ['admin'] })]) expect(await list(who, { scope })).toEqual(['Empty'])
    expect(await list(person(), { scope })).toEqual([])
    await expect(list(null, { scope })).rejects.toMatchObject({ status: 401 })

    await catalog.episode(host, id)
    expect(await lists()).toEqual([[], [], []])
    const { id: episodeId } = await catalog.playableEpisode(host, id, { episodeNumber: 2 })
    expect(await lists()).toEqual([['Empty'], ['Empty'], ['Empty']])

    const params = { id: episodeId }
    await catalog.as(host).call(UpdateEpisode, { params, body: { status: 'draft' } })
    expect(await lists()).toEqual([[], [], []])
    await catalog.as(host).call(UpdateEpisode, { params, body: { status: 'published' } })
    expect(await lists()).toEqual([['Empty'], ['Empty'], ['Empty']])
    await catalog.as(host).call(DeleteEpisode, { params, query: { confirm: 'true' } })
    expect(await lists()).toEqual([[], [], []])
  })

  it('filters by category', async () => {
    for (const category of CATEGORIES)
      await catalog.listedPodcast(person(), { title: category, category: category as never })

    expect(titles(await catalog.as(null).call(ListPodcasts, { query: { category: 'culture' } }))).toEqual(['culture'])
  })

  it("filters by host; `me` is the caller's own and needs one", async () => {
    const host = person()
    await catalog.listedPodcast(host, { title: 'Mine' })
    await catalog.listedPodcast(person(), { title: 'Theirs' })

    expect(titles(await catalog.as(host).call(ListPodcasts, { query: { hostId: 'me' } }))).toEqual(['Mine'])
    expect(titles(await catalog.as(null).call(ListPodcasts, { query: { hostId: host.id } }))).toEqual(['Mine'])
    await expect(catalog.as(null).call(ListPodcasts, { query: { hostId: 'me' } })).rejects.toMatchObject({
      status: 401,
    })
  })

  it('returns 304 for the current ETag', async () => {
    await catalog.listedPodcast()
    const etag = (await catalog.as(null).fetch('/api/podcasts')).headers.get('etag')

    for (const known of [`${etag}`, `"other", W/${etag}`]) {
      const again = await catalog.as(null).fetch('/api/podcasts', { headers: { 'if-none-match': known } })
      expect(again.status).toBe(304)
      expect(await again.text()).toBe('')
    }
    const changed = await catalog.as(null).fetch('/api/podcasts', { headers: { 'if-none-match': '"other"' } })
    expect(changed.status).toBe(200)
  })

  it('returns the existing ones of the given ids', async () => {
    const { id } = await catalog.listedPodcast(person(), { title: 'Wanted' })
    await catalog.listedPodcast(person(), { title: 'Not asked for' })

    const query = { ids: `${id},${person().id}` }
    expect(titles(await catalog.as(null).call(ListPodcasts, { query }))).toEqual(['Wanted'])
  })
})

describe('GET /api/categories', () => {
  it('lists the categories of listed podcasts, each once', async () => {
    await catalog.podcast(person(), { category: 'culture' as never })
    for (const category of ['news', 'technology', 'news'])
      await catalog.listedPodcast(person(), { category: category as never })

    expect(await catalog.as(null).call(ListCategories, {})).toEqual(['technology', 'news'])
  })
})

describe('GET /api/podcasts/popular', () => {
  it('lists podcasts without listeners newest first', async () => {
    await catalog.listedPodcast(person(), { title: 'Older' })
    await catalog.listedPodcast(person(), { title: 'Newer' })

    expect(titles(await catalog.as(null).call(ListPopularPodcasts, {}))).toEqual(['Newer', 'Older'])
  })
})
