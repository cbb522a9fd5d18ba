import { randomUUID } from 'node:crypto'
import { GetPodcast, ListPopularPodcasts, type Podcast } from '@griot/contracts/catalog/podcasts'
import { ListeningRecorded } from '@griot/contracts/events'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startCatalog, startEvents, type TestCatalog, told } from '../testing.ts'

let catalog: TestCatalog
let events: ReturnType<typeof startEvents>
beforeAll(async () => {
  catalog = await startCatalog()
  events = startEvents(catalog)
})
afterAll(async () => {
  await events.close()
  await catalog.close()
})
beforeEach(async () => {
  for (const table of ['podcast_listener', 'podcast_popularity', 'podcast']) {
    await catalog.db.pool.query(`delete from ${table}`)
  }
  catalog.hot.drop()
})

const HOUR = 3_600_000
const WEEK = 168 * HOUR
const NOW = Date.parse('2026-11-20T12:30:00Z')

const heard = (podcastId: string, userId: string, ago = 0, id = randomUUID()) =>
  told(
    ListeningRecorded,
    { podcastId, userId, episodeId: randomUUID(), recordedAt: new Date(NOW - ago).toISOString() },
    id,
  )

const people = (count: number) => Array.from({ length: count }, () => randomUUID())

const popular = async () => {
  catalog.hot.drop()
  return (await catalog.as(null).call(ListPopularPodcasts, {})).map(({ title, listeners }) => [title, listeners])
}

const score = async (podcastId: string) => {
  const { rows } = await catalog.db.pool.query<{ trending: number }>(
    'select trending from podcast_popularity where podcast_id = $1',
    [podcastId],
  )
  return rows[0]?.trending ?? Number.NaN
}

/** What the score stands for: how many people listen now, each halved for every week since. */
const listenersNow = (score: number) => 2 ** (score - Math.floor(NOW / HOUR) / 168)

describe('GET /api/podcasts/popular', () => {
  it('orders by distinct recent listeners', async () => {
    const [many, few, none] = [
      await catalog.podcast(person(), { title: 'Many' }),
      await catalog.podcast(person(), { title: 'Few' }),
      await catalog.podcast(person(), { title: 'None' }),
    ]
    const fan = randomUUID()

    await events.deliver([
      ...people(3).map((user) => heard(many.id, user)),
      // One person twenty times is one listener.
      ...Array.from({ length: 20 }, (_, at) => heard(few.id, fan, at * HOUR)),
      heard(few.id, randomUUID()),
    ])

    expect(await popular()).toEqual([
      ['Many', 3],
      ['Few', 2],
      ['None', 0],
    ])
    expect((await catalog.as(null).call(GetPodcast, { params: { id: none.id } })).listeners).toBe(0)
  })

  it('lets people who came back this week outweigh more who left a month ago', async () => {
    const old = await catalog.podcast(person(), { title: 'Old' })
    const fresh = await catalog.podcast(person(), { title: 'Fresh' })

    await events.deliver([
      ...people(20).map((user) => heard(old.id, user, 5 * WEEK)),
      ...people(2).map((user) => heard(fresh.id, user)),
    ])

    expect(await popular()).toEqual([
      ['Fresh', 2],
      ['Old', 20],
    ])
  })

  it('pages by score', async () => {
    for (let at = 0; at < 5; at++) {
      const { id } = await catalog.podcast(person(), { title: `Show ${at}` })
      await events.deliver(people(at).map((user) => heard(id, user)))
    }
    catalog.hot.drop()
    const pages = await catalog.follow<Podcast>('/api/podcasts/popular?limit=2')
    expect(pages.map((page) => page.map(({ title }) => title))).toEqual([
      ['Show 4', 'Show 3'],
      ['Show 2', 'Show 1'],
      ['Show 0'],
    ])
  })
})

describe('the popularity of a podcast', () => {
  it('counts a person by their last time, halved each week', async () => {
    const { id } = await catalog.podcast()
    const [first = '', second = ''] = people(2)

    await events.deliver([heard(id, first, 2 * WEEK)])
    expect(listenersNow(await score(id))).toBeCloseTo(0.25, 9)

    await events.deliver([heard(id, second, WEEK)])
    expect(listenersNow(await score(id))).toBeCloseTo(0.75, 9)

    await events.deliver([heard(id, first)])
    expect(listenersNow(await score(id))).toBeCloseTo(1.5, 9)
  })

  it('comes out the same for late, repeated and shuffled deliveries', async () => {
    const { id: inOrder } = await catalog.podcast()
    const { id: shuffled } = await catalog.podcast()
    const listeners = people(4)
    const story = Array.from({ length: 40 }, (_, at) => ({ user: listeners[at % 4] ?? '', ago: (40 - at) * 9 * HOUR }))

    for (const { user, ago } of story) await events.deliver([heard(inOrder, user, ago)])
    const news = story.map(({ user, ago }) => heard(shuffled, user, ago))
    await events.deliver([...news].sort((a, b) => a.id.localeCompare(b.id)))
    await events.deliver(news.slice(5, 20))

    expect(await score(shuffled)).toBeCloseTo(await score(inOrder), 9)
    expect((await catalog.as(null).call(GetPodcast, { params: { id: shuffled } })).listeners).toBe(4)
  })

  it('takes moments that lie lifetimes apart', async () => {
    const { id } = await catalog.podcast()

    await events.deliver([heard(id, randomUUID(), 2_900 * WEEK)])
    await events.deliver([heard(id, randomUUID())])
    await events.deliver([heard(id, randomUUID(), 2_900 * WEEK)])

    expect(listenersNow(await score(id))).toBeCloseTo(1, 9)
    expect((await catalog.as(null).call(GetPodcast, { params: { id } })).listeners).toBe(3)
  })

  it('loses nobody when they come at the same time', async () => {
    const { id } = await catalog.podcast()
    const listeners = people(30)

    await events.deliver(listeners.flatMap((user) => [heard(id, user), heard(id, user)]))

    expect(listenersNow(await score(id))).toBeCloseTo(30, 6)
    expect((await catalog.as(null).call(GetPodcast, { params: { id } })).listeners).toBe(30)
  })

  it('of a podcast that is not here is nobody’s business', async () => {
    await events.deliver([heard(randomUUID(), randomUUID())])
    expect(await popular()).toEqual([])
  })
})
