import { ListPodcasts, ListPopularPodcasts, type Podcast } from '@griot/contracts/catalog/podcasts'
import { pathFor } from '@griot/contracts/endpoint'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startCatalog, type TestCatalog } from '../testing/harness.ts'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())

const titles = (podcasts: Podcast[]) => podcasts.map((podcast) => podcast.title)

describe('GET /api/podcasts?search=', () => {
  const search = async (text: string, query = {}) =>
    titles(await catalog.as(null).call(ListPodcasts, { query: { search: text, ...query } }))

  beforeEach(async () => {
    await catalog.deletePodcasts()
    const host = person()
    const { id } = await catalog.listedPodcast(host, {
      title: 'Asɛm Pa',
      hostName: 'Ọláòkun Adébáyò',
      description: '100% Accra',
    })
    await catalog.episode(host, id, { title: 'What “Sankofa” means' })
    await catalog.listedPodcast(person(), {
      title: 'Snake_case',
      hostName: 'Zora',
      description: 'Code & culture: a griot’s tale',
    })
    await catalog.listedPodcast(person(), {
      title: 'Sankofa Radio',
      hostName: 'Kofi',
      description: 'Go back and get it.',
    })
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
    ['words with other punctuation between them', '“snake” case!', ['Snake_case']],
    ['words with an apostrophe, with or without', 'griots tale', ['Snake_case']],
    ['nothing that matches', 'kente', []],
  ])('finds by %s', async (_, text, found) => {
    expect(await search(text)).toEqual(found)
  })

  it('combines with a filter, and without words returns everything', async () => {
    expect(await search('sankofa', { category: 'culture' })).toEqual([])
    for (const blank of ['  ', '%', '_ \\\\']) expect(await search(blank)).toHaveLength(3)
  })

  it('finds hits beyond the scanned rows, in order and once each', async () => {
    await catalog.db.pool.query(`
      with made as (
        insert into podcast (host_id, title, description, host_name, category, search_text, created_at)
        select gen_random_uuid(), 'Filler ' || n, '', '', case n % 2 when 0 then 'news' else 'culture' end,
          ' filler ' || n || case when n % 300 = 0 then ' drummer' else '' end,
          now() - interval '1 day' - n * interval '1 s'
        from generate_series(1, 1500) n returning id, host_id, created_at, title
      )
      insert into episode (
        podcast_id, host_id, title, description, episode_number, typed_seconds, audio_file_id, measured_seconds, search_text
      )
      select id, host_id, '', '', 1, 1, id, 1,
        case when title in ('Filler 7', 'Filler 300', 'Filler 1400') then ' drummer' else '' end
      from made
    `)
    const all = ['Filler 7', 'Filler 300', 'Filler 600', 'Filler 900', 'Filler 1200', 'Filler 1400', 'Filler 1500']
    expect(await search('drummer')).toEqual(all)
    expect(await search('drummer', { category: 'culture' })).toEqual(['Filler 7'])

    const pages = await catalog.follow<Podcast>('/api/podcasts?search=drummer&limit=3')
    expect(pages.map(titles)).toEqual([all.slice(0, 3), all.slice(3, 6), all.slice(6)])
    const common = await catalog.follow<Podcast>('/api/podcasts?search=filler&limit=100')
    expect(new Set(common.flat().map(({ id }) => id)).size).toBe(1500)
  })

  it('searches popular podcasts in their order', async () => {
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

  it('refuses an overlong text', async () => {
    await expect(search('x'.repeat(201))).rejects.toMatchObject({ status: 400 })
  })
})
