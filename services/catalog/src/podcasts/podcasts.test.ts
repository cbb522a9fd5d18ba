import { CreateCreator } from '@griot/contracts/catalog/creators'
import {
  CATEGORIES,
  CreatePodcast,
  GetPodcast,
  ListPodcasts,
  ListPopularPodcasts,
  type Podcast,
} from '@griot/contracts/catalog/podcasts'
import { pathFor } from '@griot/contracts/endpoint'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PODCAST, startCatalog, type TestCatalog } from '../testing.ts'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())
beforeEach(async () => {
  await catalog.database.db.pool.query('delete from episode')
  await catalog.database.db.pool.query('delete from podcast_popularity')
  await catalog.database.db.pool.query('delete from podcast')
  catalog.hot.drop()
})

const titles = (podcasts: Podcast[]) => podcasts.map((podcast) => podcast.title)
describe('POST /api/podcasts', () => {
  it('creates a podcast that the caller hosts, with the defaults of the house', async () => {
    const host = person()

    const podcast = await catalog.as(host).call(CreatePodcast, { body: PODCAST })

    expect(podcast).toEqual({
      ...PODCAST,
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
    const shown = () => catalog.as(null).call(GetPodcast, { params: { id: podcast.id } })
    expect(await shown()).toEqual({ ...podcast, episodeCount: 0 })
    await catalog.episode(host, podcast.id)
    expect(await shown()).toEqual({ ...podcast, episodeCount: 1 })
  })

  it('keeps a given cover, and treats an empty one as not given', async () => {
    const cover = 'https://example.org/cover.png'
    expect(
      (await catalog.as(person()).call(CreatePodcast, { body: { ...PODCAST, coverImage: cover } })).coverImage,
    ).toBe(cover)
    const blank = await catalog.as(person()).call(CreatePodcast, { body: { ...PODCAST, coverImage: '' } })
    expect(blank.coverImage).toBe(`/api/podcast/${blank.id}/cover`)
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

  it('needs somebody signed in', async () => {
    await expect(catalog.as(null).call(CreatePodcast, { body: PODCAST })).rejects.toMatchObject({ status: 401 })
  })

  it('is believed only behind the gateway', async () => {
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
  it('shows the host with the picture of their profile', async () => {
    const host = person()
    const { id } = await catalog.podcast(host)
    const profileImage = 'https://example.org/ama.jpg'
    await catalog.as(host).call(CreateCreator, { body: { name: 'Ama', bio: 'Economist.', profileImage } })

    expect((await catalog.as(null).call(GetPodcast, { params: { id } })).hostImage).toBe(profileImage)
  })

  it.each([person().id, 'not-an-id', '%00'])('does not know %s', async (id) => {
    const response = await catalog.as(null).fetch(`/api/podcast/${id}`)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'podcast.not_found' })
  })
})

describe('GET /api/podcasts', () => {
  it('lists what was just created, newest first', async () => {
    const list = () => catalog.as(null).call(ListPodcasts, {})
    expect(await list()).toEqual([])

    const first = await catalog.podcast(person(), { title: 'First' })
    expect(await list()).toEqual([first])

    await catalog.podcast(person(), { title: 'Second' })
    expect(titles(await list())).toEqual(['Second', 'First'])
  })

  it('pages through many rows of the same moment, each once', async () => {
    await catalog.db.pool.query(`
      with made as (
        insert into podcast (host_id, title, description, host_name, category, search_text, created_at)
        select gen_random_uuid(), 'Show ' || n, '', '', 'news', '', date_trunc('second', now()) + n / 10 * interval '1 s'
        from generate_series(1, 95) n returning id, created_at
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

  it('filters by category', async () => {
    for (const category of CATEGORIES) await catalog.podcast(person(), { title: category, category: category as never })

    expect(titles(await catalog.as(null).call(ListPodcasts, { query: { category: 'culture' } }))).toEqual(['culture'])
  })

  it("filters by host; `me` is the caller's own and needs one", async () => {
    const host = person()
    await catalog.podcast(host, { title: 'Mine' })
    await catalog.podcast(person(), { title: 'Theirs' })

    expect(titles(await catalog.as(host).call(ListPodcasts, { query: { hostId: 'me' } }))).toEqual(['Mine'])
    expect(titles(await catalog.as(null).call(ListPodcasts, { query: { hostId: host.id } }))).toEqual(['Mine'])
    await expect(catalog.as(null).call(ListPodcasts, { query: { hostId: 'me' } })).rejects.toMatchObject({
      status: 401,
    })
  })

  it('answers 304 to someone who has it already', async () => {
    await catalog.podcast()
    const etag = (await catalog.as(null).fetch('/api/podcasts')).headers.get('etag')

    for (const known of [`${etag}`, `"other", W/${etag}`]) {
      const again = await catalog.as(null).fetch('/api/podcasts', { headers: { 'if-none-match': known } })
      expect(again.status).toBe(304)
      expect(await again.text()).toBe('')
    }
    const changed = await catalog.as(null).fetch('/api/podcasts', { headers: { 'if-none-match': '"other"' } })
    expect(changed.status).toBe(200)
  })

  describe('search', () => {
    const search = async (text: string, query = {}) =>
      titles(await catalog.as(null).call(ListPodcasts, { query: { search: text, ...query } }))

    beforeEach(async () => {
      const host = person()
      const { id } = await catalog.podcast(host, {
        title: 'Asɛm Pa',
        hostName: 'Ọláòkun Adébáyò',
        description: '100% Accra',
      })
      await catalog.episode(host, id, { title: 'What “Sankofa” means' })
      await catalog.podcast(person(), {
        title: 'Snake_case',
        hostName: 'Zora',
        description: 'Code & culture: a griot’s tale',
      })
      await catalog.podcast(person(), { title: 'Sankofa Radio', hostName: 'Kofi', description: 'Go back and get it.' })
    })

    it.each([
      ['title', 'asɛm', ['Asɛm Pa']],
      ['title, typed plainly', 'ASEM PA', ['Asɛm Pa']],
      ['host name, without its accents', 'olaokun', ['Asɛm Pa']],
      ['description', 'accra', ['Asɛm Pa']],
      ['episode title and podcast title', 'sankofa', ['Sankofa Radio', 'Asɛm Pa']],
      ['words in any order', 'radio sankofa', ['Sankofa Radio']],
      ['the middle of a word', 'ankof', ['Sankofa Radio', 'Asɛm Pa']],
      ['the beginning of a word, when it is short', 'sn', ['Snake_case']],
      ['words, whatever stands between them', '“snake” case!', ['Snake_case']],
      ['words with an apostrophe, with or without', 'griots tale', ['Snake_case']],
      ['nothing that matches', 'kente', []],
    ])('finds by %s', async (_, text, found) => {
      expect(await search(text)).toEqual(found)
    })

    it('goes with a filter, and without words finds everything', async () => {
      expect(await search('sankofa', { category: 'culture' })).toEqual([])
      for (const blank of ['  ', '%', '_ \\\\']) expect(await search(blank)).toHaveLength(3)
    })

    it('finds among more than it looks at first, old and new, in order and once each', async () => {
      await catalog.db.pool.query(`
        with made as (
          insert into podcast (host_id, title, description, host_name, category, search_text, created_at)
          select gen_random_uuid(), 'Filler ' || n, '', '', case n % 2 when 0 then 'news' else 'culture' end,
            ' filler ' || n || case when n % 300 = 0 then ' drummer' else '' end,
            now() - interval '1 day' - n * interval '1 s'
          from generate_series(1, 1500) n returning id, host_id, created_at, title
        )
        insert into episode (podcast_id, host_id, title, description, episode_number, typed_seconds, search_text)
        select id, host_id, '', '', 1, 1, ' drummer' from made where title in ('Filler 7', 'Filler 300', 'Filler 1400')
      `)
      const all = ['Filler 7', 'Filler 300', 'Filler 600', 'Filler 900', 'Filler 1200', 'Filler 1400', 'Filler 1500']
      expect(await search('drummer')).toEqual(all)
      expect(await search('drummer', { category: 'culture' })).toEqual(['Filler 7'])

      const pages = await catalog.follow<Podcast>('/api/podcasts?search=drummer&limit=3')
      expect(pages.map(titles)).toEqual([all.slice(0, 3), all.slice(3, 6), all.slice(6)])
      const common = await catalog.follow<Podcast>('/api/podcasts?search=filler&limit=100')
      expect(new Set(common.flat().map(({ id }) => id)).size).toBe(1500)
    })

    it('goes along the popular ones, too, in their order', async () => {
      const popular = async (text: string) =>
        titles(await catalog.as(null).call(ListPopularPodcasts, { query: { search: text } }))
      expect(await popular('sankofa')).toEqual(['Sankofa Radio', 'Asɛm Pa'])
      expect(await popular('nothing that matches')).toEqual([])
      const pages = await catalog.follow<Podcast>('/api/podcasts/popular?search=sankofa&limit=1')
      expect(pages.map(titles)).toEqual([['Sankofa Radio'], ['Asɛm Pa']])
    })

    it('pages', async () => {
      const pages = await catalog.follow<Podcast>(pathFor(ListPodcasts, { query: { search: 'sankofa', limit: 1 } }))
      expect(pages.map(titles)).toEqual([['Sankofa Radio'], ['Asɛm Pa']])
    })

    it('refuses a longer text than anybody types', async () => {
      await expect(search('x'.repeat(201))).rejects.toMatchObject({ status: 400 })
    })
  })
})

describe('GET /api/podcasts', () => {
  it('answers those with the given ids, as many as there are', async () => {
    const { id } = await catalog.podcast(person(), { title: 'Wanted' })
    await catalog.podcast(person(), { title: 'Not asked for' })

    const query = { ids: `${id},${person().id}` }
    expect(titles(await catalog.as(null).call(ListPodcasts, { query }))).toEqual(['Wanted'])
  })
})

describe('GET /api/podcasts/popular', () => {
  it('lists podcasts that nobody has heard yet newest first', async () => {
    await catalog.podcast(person(), { title: 'Older' })
    await catalog.podcast(person(), { title: 'Newer' })

    expect(titles(await catalog.as(null).call(ListPopularPodcasts, {}))).toEqual(['Newer', 'Older'])
  })
})
