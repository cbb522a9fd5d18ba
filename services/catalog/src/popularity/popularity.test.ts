import { randomUUID } from 'node:crypto'
import { GetPodcast, ListPopularPodcasts, type Podcast } from '@griot/contracts/catalog/podcasts'
import { ListeningRecorded } from '@griot/contracts/events'
import { person } from '@griot/service-kit/testing/identity'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { batch, event, startCatalog, startEvents, type TestCatalog } from '../testing/harness.ts'

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
  for (const table of ['episode', 'podcast_listener', 'podcast_popularity', 'podcast']) {
    await catalog.db.pool.query(`delete from ${table}`)
  }
  catalog.cache.clear()
})

const HOUR = 3_600_000
const WEEK = 168 * HOUR
const NOW = Date.parse('2026-11-20T12:30:00Z')

const heard = (podcastId: string, userId: string, ago = 0, id = randomUUID()) =>
  event(
    ListeningRecorded,
    { podcastId, userId, episodeId: randomUUID(), recordedAt: new Date(NOW - ago).toISOString() },
    id,
  )

const people = (count: number) => Array.from({ length: count }, () => randomUUID())

const popular = async () => {
  catalog.cache.clear()
  return (await catalog.as(null).call(ListPopularPodcasts, {})).map(({ title, listeners }) => [title, listeners])
}

const score = async (podcastId: string) => {
  const { rows } = await catalog.db.pool.query<{ trending: number }>(
    'select trending from podcast_popularity where podcast_id = $1',
    [podcastId],
  )
  return rows[0]?.trending ?? Number.NaN
}

/** The expected score: recent listeners, each weighted by half per week since their last session. */
const listenersNow = (score: number) => 2 ** (score - Math.floor(NOW / HOUR) / 168)

describe('GET /api/podcasts/popular', () => {
  it('orders by distinct recent listeners', async () => {
    const [many, few, none] = [
      await catalog.listedPodcast(person(), { title: 'Many' }),
      await catalog.listedPodcast(person(), { title: 'Few' }),
      await catalog.listedPodcast(person(), { title: 'None' }),
    ]
    const fan = randomUUID()

    await events.deliver([
      ...people(3).map((user) => heard(many.id, user)),
      // Twenty sessions of one user count as one listener.
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

  it('ranks recent listeners above more listeners of a month ago', async () => {
    const old = await catalog.listedPodcast(person(), { title: 'Old' })
    const fresh = await catalog.listedPodcast(person(), { title: 'Fresh' })

    await events.deliver([
      ...people(20).map((user) => heard(old.id, user, 5 * WEEK)),
      ...people(2).map((user) => heard(fresh.id, user)),
    ])

    expect(await popular()).toEqual([
      ['Fresh', 2],
      ['Old', 20],
    ])
  })

  it('contains only podcasts heard in the last seven days if `trending` is set', async () => {
    const [stale, fresh] = [
      await catalog.listedPodcast(person(), { title: 'Stale' }),
      await catalog.listedPodcast(person(), { title: 'Fresh' }),
    ]
    await catalog.listedPodcast(person(), { title: 'Never heard' })
    const trending = async () => {
      catalog.cache.clear()
      return (await catalog.as(null).call(ListPopularPodcasts, { query: { trending: 'true' } })).map(
        ({ title }) => title,
      )
    }
    const agoFromToday = (ago: number) => NOW - Date.now() + ago
    await events.deliver(people(20).map((user) => heard(stale.id, user, agoFromToday(8 * 24 * HOUR))))
    expect(await trending()).toEqual([])

    await events.deliver([heard(fresh.id, randomUUID(), agoFromToday(6 * 24 * HOUR))])
    expect(await trending()).toEqual(['Fresh'])
    expect((await popular()).map(([title]) => title)).toEqual(['Stale', 'Fresh', 'Never heard'])
  })

  it('pages by score', async () => {
    for (let at = 0; at < 5; at++) {
      const { id } = await catalog.listedPodcast(person(), { title: `Show ${at}` })
      await events.deliver(people(at).map((user) => heard(id, user)))
    }
    catalog.cache.clear()
    const pages = await catalog.follow<Podcast>('/api/podcasts/popular?limit=2')
    expect(pages.map((page) => page.map(({ title }) => title))).toEqual([
      ['Show 4', 'Show 3'],
      ['Show 2', 'Show 1'],
      ['Show 0'],
    ])
  })
})

describe('the popularity of a podcast', () => {
  it('counts a listener at their last session, halved each week', async () => {
    const { id } = await catalog.listedPodcast()
    const [first = '', second = ''] = people(2)

    await events.deliver([heard(id, first, 2 * WEEK)])
    expect(listenersNow(await score(id))).toBeCloseTo(0.25, 9)

    await events.deliver([heard(id, second, WEEK)])
    expect(listenersNow(await score(id))).toBeCloseTo(0.75, 9)

    await events.deliver([heard(id, first)])
    expect(listenersNow(await score(id))).toBeCloseTo(1.5, 9)
  })

  it('is the same for late, repeated and shuffled deliveries', async () => {
    const { id: inOrder } = await catalog.listedPodcast()
    const { id: shuffled } = await catalog.listedPodcast()
    const listeners = people(4)
    const story = Array.from({ length: 40 }, (_, at) => ({ user: listeners[at % 4] ?? '', ago: (40 - at) * 9 * HOUR }))

    for (const { user, ago } of story) await events.deliver([heard(inOrder, user, ago)])
    const news = story.map(({ user, ago }) => heard(shuffled, user, ago))
    await events.deliver([...news].sort((a, b) => a.id.localeCompare(b.id)))
    await events.deliver(news.slice(5, 20))

    expect(await score(shuffled)).toBeCloseTo(await score(inOrder), 9)
    expect((await catalog.as(null).call(GetPodcast, { params: { id: shuffled } })).listeners).toBe(4)
  })

  it('handles times that are decades apart', async () => {
    const { id } = await catalog.listedPodcast()

    await events.deliver([heard(id, randomUUID(), 2_900 * WEEK)])
    await events.deliver([heard(id, randomUUID())])
    await events.deliver([heard(id, randomUUID(), 2_900 * WEEK)])

    expect(listenersNow(await score(id))).toBeCloseTo(1, 9)
    expect((await catalog.as(null).call(GetPodcast, { params: { id } })).listeners).toBe(3)
  })

  it('counts every listener of parallel events', async () => {
    const { id } = await catalog.listedPodcast()
    const listeners = people(30)

    await events.deliver(listeners.flatMap((user) => [heard(id, user), heard(id, user)]))

    expect(listenersNow(await score(id))).toBeCloseTo(30, 6)
    expect((await catalog.as(null).call(GetPodcast, { params: { id } })).listeners).toBe(30)
  })

  it('is the same for events in overlapping, repeated and parallel batches as for single events', async () => {
    const podcasts = await Promise.all([1, 2, 3].map(() => catalog.listedPodcast()))
    const listeners = people(4)
    const fact = fc.record({ podcast: fc.nat({ max: 2 }), user: fc.nat({ max: 3 }), hours: fc.nat({ max: 2_000 }) })
    const batches = fc.array(fc.array(fc.nat({ max: 19 }), { minLength: 1, maxLength: 12 }), {
      minLength: 1,
      maxLength: 5,
    })

    await fc.assert(
      fc.asyncProperty(fc.array(fact, { minLength: 20, maxLength: 20 }), batches, async (facts, jobs) => {
        await catalog.db.pool.query('delete from podcast_listener')
        await catalog.db.pool.query('update podcast_popularity set listeners = 0, trending = 0')
        catalog.cache.clear()
        const published = facts.map(({ podcast, user, hours }) =>
          heard(podcasts[podcast]?.id ?? '', listeners[user] ?? '', hours * HOUR),
        )
        const eventsOf = (members: number[]) => members.flatMap((member) => published[member] ?? [])

        // A job with one event is as the release before sends it. The ids of such jobs are unique in the queue.
        const singles = new Set(jobs.filter(({ length }) => length === 1).flat())
        await events.deliver([
          ...eventsOf([...singles]),
          ...jobs.filter(({ length }) => length > 1).map((members) => batch(eventsOf(members))),
        ])

        for (const [number, { id }] of podcasts.entries()) {
          const latest = new Map<number, number>()
          for (const member of new Set(jobs.flat())) {
            const { podcast, user, hours } = facts[member] ?? { podcast: -1, user: 0, hours: 0 }
            if (podcast === number) latest.set(user, Math.min(hours, latest.get(user) ?? hours))
          }
          expect((await catalog.as(null).call(GetPodcast, { params: { id } })).listeners).toBe(latest.size)
          if (latest.size === 0) continue
          const expected = [...latest.values()].reduce((sum, hours) => sum + 2 ** (-hours / 168), 0)
          expect(listenersNow(await score(id)) / expected).toBeCloseTo(1, 6)
        }
      }),
      { numRuns: 20 },
    )
  })

  it('ignores an unknown podcast', async () => {
    await events.deliver([heard(randomUUID(), randomUUID())])
    expect(await popular()).toEqual([])
  })
})
