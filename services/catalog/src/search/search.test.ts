import { CreateCreator } from '@griot/contracts/catalog/creators'
import { SearchCatalog } from '@griot/contracts/catalog/search'
import { ListeningRecorded } from '@griot/contracts/events'
import { inTransaction } from '@griot/service-kit/db/db'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { countListeners } from '../popularity/popularity.queries.ts'
import { startCatalog, type TestCatalog } from '../testing/harness.ts'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())
beforeEach(async () => {
  for (const table of ['episode', 'podcast_listener', 'podcast_popularity', 'podcast']) {
    await catalog.db.pool.query(`delete from ${table}`)
  }
  catalog.cache.clear()
})

const search = (q: string, limit?: number) => catalog.as(null).call(SearchCatalog, { query: { q, limit } })
const titles = async (q: string) => {
  const { podcasts, episodes, hosts } = await search(q)
  return {
    podcasts: podcasts.items.map(({ title }) => title),
    episodes: episodes.items.map(({ title }) => title),
    hosts: hosts.items.map(({ name }) => name),
  }
}

type About = Parameters<TestCatalog['podcast']>[1]
const shows = async (...abouts: NonNullable<About>[]) => {
  for (const about of abouts) await catalog.listedPodcast(person(), about)
}

describe('GET /api/search', () => {
  describe('finds podcasts', () => {
    beforeEach(() =>
      shows(
        { title: 'Cane Road', hostName: 'Ọláòkun Adébáyò', description: 'Sugar and labor.' },
        {
          title: 'Salt & Story',
          hostName: 'Bisi Cole',
          description: 'Talks over dinner.',
          category: 'culture' as never,
        },
        { title: 'Café Lagos', hostName: 'Kofi Annan', description: 'Morning talks.', category: 'news' as never },
        { title: 'Asɛm Pa', hostName: 'Akosua D’Angelo', description: 'Proverbs.', category: 'education' as never },
      ),
    )

    it.each([
      ['with typos', 'cain road', 'Cane Road'],
      ['with letters swapped', 'asme pa', 'Asɛm Pa'],
      ['with a typo in one of its words', 'cofe lagos', 'Café Lagos'],
      ['by "and" for "&"', 'salt and story', 'Salt & Story'],
      ['by "&"', 'salt & story', 'Salt & Story'],
      ['in any word order', 'story salt', 'Salt & Story'],
      ['by the start of a word', 'sto', 'Salt & Story'],
      ['without accents', 'cafe', 'Café Lagos'],
      ['with accents that the title lacks', 'Càné', 'Cane Road'],
      ['with letters of other alphabets', 'ASEM', 'Asɛm Pa'],
      ['by the host', 'olaokun', 'Cane Road'],
      ['by the description', 'labor', 'Cane Road'],
      ['by the category', 'news', 'Café Lagos'],
      ['by the start of the category', 'educ', 'Asɛm Pa'],
      ['by category and word', 'bisi culture', 'Salt & Story'],
    ])('%s: %s', async (_, q, title) => {
      expect((await titles(q)).podcasts).toEqual([title])
    })

    it.each(['kente', 'xyzzy road works', '&', '%', '_', "'; drop"])('nothing for %s', async (q) => {
      expect((await titles(q)).podcasts).toEqual([])
    })
  })

  it('ranks title before host before description, and equal ones by popularity', async () => {
    await shows(
      { title: 'Talks', hostName: 'Kofi', description: 'About drums.' },
      { title: 'Evenings', hostName: 'Ama Drums', description: 'Talks.' },
      { title: 'Drums of the northern coast', hostName: 'Ada', description: 'Talks.' },
      { title: 'Drums', hostName: 'Esi', description: 'Talks.' },
    )
    const { id: podcastId } = await catalog.listedPodcast(person(), {
      title: 'Popular',
      hostName: 'Yaw',
      description: 'Talks of drums.',
    })
    const recordedAt = new Date().toISOString()
    const data = ListeningRecorded.data.parse({ podcastId, userId: podcastId, episodeId: podcastId, recordedAt })
    await inTransaction(catalog.db, (tx) => countListeners(tx, [data]))

    expect((await titles('drums')).podcasts).toEqual([
      'Drums',
      'Drums of the northern coast',
      'Evenings',
      'Popular',
      'Talks',
    ])
  })

  it('finds playable episodes, the best title first', async () => {
    const host = person()
    const { id } = await catalog.podcast(host, { title: 'Market' })
    await catalog.playableEpisode(host, id, { title: 'On the road to Kumasi and back', episodeNumber: 1 })
    await catalog.playableEpisode(host, id, { title: 'Kumasi road', episodeNumber: 2 })
    await catalog.episode(host, id, { title: 'Kumasi without audio', episodeNumber: 3 })

    expect((await titles('road kumasi')).episodes).toEqual(['Kumasi road', 'On the road to Kumasi and back'])
    expect((await titles('kumassi')).episodes).toHaveLength(2)
  })

  describe('finds episodes by the words of title and description', () => {
    beforeEach(async () => {
      const host = person()
      const { id } = await catalog.podcast(host, { title: 'Harbor Voices', hostName: 'Yaw Owusu' })
      await catalog.playableEpisode(host, id, {
        title: 'The long crossing',
        description: 'A ferryman’s night on Lake Vòlta: diesel/kerosene, 1987, and a song in Ɛʋɛ.',
        episodeNumber: 1,
      })
      await catalog.playableEpisode(host, id, {
        title: 'Bread at dawn',
        description: 'Two bakers talk.',
        episodeNumber: 2,
      })
    })

    it.each([
      ['in title and description, in any order', 'volta crossing', 'The long crossing'],
      ['in the description only', 'night lake', 'The long crossing'],
      ['by the start of a word', 'ferry song', 'The long crossing'],
      ['with an apostrophe', 'ferrymans', 'The long crossing'],
      ['without accents', 'lake volta', 'The long crossing'],
      ['with accents that the text lacks', 'làké', 'The long crossing'],
      ['with letters of other alphabets', 'eve song', 'The long crossing'],
      ['after a slash', 'kerosene', 'The long crossing'],
      ['with a number', 'song 1987', 'The long crossing'],
      ['with a short word', 'a song in', 'The long crossing'],
      ['with a typo in the title', 'lonk crosing', 'The long crossing'],
    ])('%s: %s', async (_, q, title) => {
      expect((await titles(q)).episodes).toEqual([title])
    })

    it.each(['so kerosene', "song'; drop", 'song & | ! volcano'])('nothing for %s', async (q) => {
      expect((await titles(q)).episodes).toEqual([])
    })

    it('by show and host, the newest first', async () => {
      expect((await titles('voices owusu')).episodes).toEqual(['Bread at dawn', 'The long crossing'])
    })
  })

  it('ranks episodes by title, then by show and host, then by description', async () => {
    const host = person()
    const { id: named } = await catalog.podcast(host, { title: 'Kente Hour', hostName: 'Ada' })
    const { id } = await catalog.podcast(host, { title: 'Market', hostName: 'Esi' })
    const add = (podcastId: string, title: string, description: string, episodeNumber: number) =>
      catalog.playableEpisode(host, podcastId, { title, description, episodeNumber })
    await add(id, 'Kente', 'Weaving.', 1)
    await add(id, 'Kente and gold', 'Weaving.', 2)
    await add(id, 'How to wear kente', 'Weaving.', 3)
    await add(named, 'Yarn', 'Weaving.', 1)
    await add(id, 'Patterns', 'About kente.', 4)

    expect((await titles('kente')).episodes).toEqual([
      'Kente',
      'Kente and gold',
      'How to wear kente',
      'Yarn',
      'Patterns',
    ])
  })

  it('finds a host once, with profile picture and podcasts', async () => {
    const ama = person()
    await catalog.listedPodcast(ama, { title: 'First', hostName: 'Ama Ménsah' })
    await catalog.listedPodcast(ama, { title: 'Second', hostName: 'Ama Ménsah' })
    await catalog.podcast(person(), { title: 'Empty', hostName: 'Ama Mensah' })
    const profileImage = 'https://example.org/ama.jpg'
    await catalog.as(ama).call(CreateCreator, { body: { name: 'Ama', bio: 'Economist.', profileImage } })

    for (const q of ['mensah', 'Ama Ménsah', 'amma mensa']) {
      expect((await search(q)).hosts, q).toEqual({
        total: 1,
        items: [
          {
            hostId: ama.id,
            name: 'Ama Ménsah',
            image: null,
            podcastCount: 2,
            podcasts: [
              { id: expect.any(String), title: 'Second' },
              { id: expect.any(String), title: 'First' },
            ],
          },
        ],
      })
    }
  })

  it('ignores podcasts without a playable episode', async () => {
    const host = person()
    const { id } = await catalog.podcast(host, { title: 'Kente', hostName: 'Kente' })
    await catalog.episode(host, id, { title: 'Kente' })
    const nothing = { total: 0, items: [] }
    expect(await search('kente')).toEqual({ podcasts: nothing, episodes: nothing, hosts: nothing })
  })

  it('finds the best titles among more hits than it counts', async () => {
    await catalog.db.pool.query(`
      with made as (
        insert into podcast (host_id, title, description, host_name, category, search_text)
        select gen_random_uuid(), 'Filler ' || n, 'Gold', 'Ada', 'news', ' filler ' || n || ' ada gold'
        from generate_series(1, 600) n returning id, host_id
      )
      insert into episode (
        podcast_id, host_id, title, description, episode_number, typed_seconds, audio_file_id, measured_seconds, search_text
      )
      select id, host_id, 'Old gold', '', 1, 1, id, 1, ' old gold' from made
    `)
    const host = person()
    const { id } = await catalog.listedPodcast(host, { title: 'The Gold', hostName: 'Esi' })
    await catalog.playableEpisode(host, id, { title: 'Gold' })

    const { podcasts, episodes } = await search('gold', 1)
    expect([podcasts.total, podcasts.items[0]?.title]).toEqual([200, 'The Gold'])
    expect([episodes.total, episodes.items[0]?.title]).toEqual([200, 'Gold'])
  })

  it('counts all hits and returns the given number', async () => {
    await shows({ title: 'Gold One' }, { title: 'Gold Two' }, { title: 'Gold Three' })
    const { podcasts, hosts } = await search('gold', 2)
    expect([podcasts.total, podcasts.items.length, hosts.total]).toEqual([3, 2, 0])
  })

  it.each(['', '?q=', '?q=%20', `?q=${'x'.repeat(201)}`, '?q=a&limit=51'])('refuses %s', async (query) => {
    expect((await catalog.as(null).fetch(`/api/search${query}`)).status).toBe(400)
  })
})
