import { randomUUID } from 'node:crypto'
import {
  CreateEpisode,
  type Episode,
  GetEpisode,
  GetEpisodeNeighbours,
  ListEpisodes,
  ListPodcastEpisodes,
  UpdateEpisode,
} from '@griot/contracts/catalog/episodes'
import { GetPodcast, ListPodcasts } from '@griot/contracts/catalog/podcasts'
import { MediaDeleted, MediaLinked, MediaProcessed } from '@griot/contracts/events'
import { connect, sql } from '@griot/service-kit/db'
import { createLog } from '@griot/service-kit/log'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createMediaPeer } from '../testing/media-peer.ts'
import { EPISODE, startCatalog, startEvents, type TestCatalog, told } from '../testing.ts'
import { publishOnTime } from './publish-on-time.ts'
import { publishDue } from './publishing.queries.ts'

let catalog: TestCatalog
let events: ReturnType<typeof startEvents>
const media = createMediaPeer(() => catalog.url)
const log = createLog('catalog', 'silent')
beforeAll(async () => {
  catalog = await startCatalog({ media: media.peer })
  events = startEvents(catalog)
})
afterAll(async () => {
  await events.close()
  await catalog.close()
})
beforeEach(() => media.reset())

const host = person()
const stranger = person()
const admin = person({ roles: ['admin'] })
const IN_AN_HOUR = () => new Date(Date.now() + 3_600_000).toISOString()

type NewEpisode = Parameters<typeof create>[1]
const create = async (
  podcastId: string,
  about: Partial<typeof EPISODE> & { status?: Episode['status']; publishAt?: string; audioFileId?: string },
  who: Person = host,
) => catalog.as(who).call(CreateEpisode, { body: { ...EPISODE, podcastId, ...about } })

const given = async (about: NewEpisode = {}) => {
  const podcast = await catalog.podcast(host)
  const episode = await create(podcast.id, about)
  return { podcast, episode }
}
const show = (who: Person | null, id: string) => catalog.as(who).call(GetEpisode, { params: { id } })
const update = (id: string, body: z.input<(typeof UpdateEpisode)['body']>, who: Person = host) =>
  catalog.as(who).call(UpdateEpisode, { params: { id }, body })
const status = async (id: string) => (await show(host, id)).status

/** Its time has come. */
const comeDue = (id: string) =>
  catalog.db.run(sql`update episode set publish_at = clock_timestamp() - interval '1 second' where id = ${id}`)

/** What media is told about an episode, in order. */
const toldAbout = (id: string) =>
  catalog.db.many(
    z.object({ version: z.number(), isPublished: z.boolean(), isDeleted: z.boolean() }),
    sql`
      select (data ->> 'version')::int as version, (data ->> 'isPublished')::boolean as "isPublished",
        (data ->> 'isDeleted')::boolean as "isDeleted"
      from outbox where queue = 'events-media' and data ->> 'episodeId' = ${id} order by created_at, 1
    `,
  )

describe('an episode that is not published', () => {
  const states = { draft: {}, scheduled: { publishAt: IN_AN_HOUR() }, when_ready: {} } as const

  it.each(Object.keys(states) as (keyof typeof states)[])(
    'is seen by its creator and admins alone: %s',
    async (state) => {
      const podcast = await catalog.podcast(host, { title: `The ${state} show` })
      const word = `quokka${state.replace('_', '')}`
      const first = await create(podcast.id, { title: 'Out', episodeNumber: 1 })
      const hidden = await create(podcast.id, { title: word, episodeNumber: 2, status: state, ...states[state] })
      const third = await create(podcast.id, { title: 'Out, too', episodeNumber: 3 })
      catalog.hot.drop()

      for (const who of [host, admin]) {
        expect(await show(who, hidden.id)).toEqual(hidden)
        const inPodcast = { params: { id: podcast.id }, query: { include: 'unpublished' as const } }
        expect(await catalog.as(who).call(ListPodcastEpisodes, inPodcast)).toContainEqual(hidden)
        expect(await catalog.as(who).call(ListEpisodes, { query: { hostId: host.id } })).toContainEqual(hidden)
        // What everybody looks at is the same for them as for everybody.
        expect(await catalog.as(who).call(ListEpisodes, {})).not.toContainEqual(hidden)
      }
      expect(await catalog.as(host).call(ListEpisodes, { query: { hostId: 'me', search: word } })).toEqual([hidden])
      expect(await catalog.as(host).call(ListEpisodes, { query: { hostId: 'me', status: state } })).toContainEqual(
        hidden,
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

  it('stays unseen when its creator or an admin has just looked at it', async () => {
    const { episode } = await given({ status: 'draft' })

    await show(host, episode.id)
    await show(admin, episode.id)

    await expect(show(stranger, episode.id)).rejects.toMatchObject({ status: 404 })
  })

  it('is changed by nobody but its creator', async () => {
    const { episode } = await given({ status: 'draft' })

    for (const who of [stranger, admin]) {
      await expect(update(episode.id, { status: 'published' }, who)).rejects.toMatchObject({ status: 404 })
    }
    expect(await status(episode.id)).toBe('draft')
  })
})

describe('publishing', () => {
  it('makes a draft public at that moment, and takes it back again; media hears of both', async () => {
    const { episode, podcast } = await given({ status: 'draft' })
    expect(await toldAbout(episode.id)).toEqual([])

    const published = await update(episode.id, { status: 'published' })
    expect(published.status).toBe('published')
    expect(Date.parse(published.releaseDate)).toBeGreaterThan(Date.parse(episode.releaseDate))
    expect(await show(null, episode.id)).toEqual(published)
    expect(await catalog.as(null).call(ListPodcastEpisodes, { params: { id: podcast.id } })).toEqual([published])

    await update(episode.id, { status: 'draft' })
    await expect(show(null, episode.id)).rejects.toMatchObject({ status: 404 })
    expect(await toldAbout(episode.id)).toEqual([
      { version: 1, isPublished: true, isDeleted: false },
      { version: 2, isPublished: false, isDeleted: false },
    ])
  })

  it('again later does not make an episode new', async () => {
    const { episode } = await given()

    await update(episode.id, { status: 'draft' })
    const again = await update(episode.id, { status: 'published' })

    expect(again.releaseDate).toBe(episode.releaseDate)
  })

  it('what is published already tells nobody anything', async () => {
    const { episode } = await given()

    await update(episode.id, { status: 'published', title: 'Another title' })

    expect(await toldAbout(episode.id)).toEqual([])
  })
})

describe('an episode that is published when its audio is ready', () => {
  it('is published at once when it is ready already', async () => {
    const file = media.file(host)

    const { episode } = await given({ status: 'when_ready', audioFileId: file.id })

    expect(episode).toMatchObject({ status: 'published', audioFileId: file.id, duration: 31 })
  })

  it('waits for a file that is still being processed, and appears by itself', async () => {
    const file = media.file(host, { status: 'processing', duration: null })
    const { episode } = await given({ status: 'when_ready', audioFileId: file.id })
    expect(episode).toMatchObject({ status: 'when_ready', audioFileId: file.id, duration: EPISODE.duration })
    await expect(show(null, episode.id)).rejects.toMatchObject({ status: 404 })

    const audio = { episodeId: episode.id, audioFileId: file.id }
    await events.deliver([told(MediaLinked, { ...audio, version: 1, duration: null })])
    expect(await status(episode.id)).toBe('when_ready')
    await events.deliver([told(MediaProcessed, { ...audio, version: 2, duration: 55 })])

    const published = await show(null, episode.id)
    expect(published).toMatchObject({ status: 'published', duration: 55 })
    expect(Date.parse(published.releaseDate)).toBeGreaterThan(Date.parse(episode.releaseDate))
    expect(await toldAbout(episode.id)).toEqual([{ version: 1, isPublished: true, isDeleted: false }])
  })

  it('is published once, however often and in which order the news comes', async () => {
    const file = media.file(host, { status: 'processing', duration: null })
    const { episode } = await given({ status: 'when_ready', audioFileId: file.id })
    const ready = { episodeId: episode.id, audioFileId: file.id, version: 2, duration: 55 }

    await events.deliver([told(MediaProcessed, ready), told(MediaProcessed, ready)])
    await events.deliver([told(MediaLinked, { ...ready, version: 1, duration: null })])

    expect(await show(null, episode.id)).toMatchObject({ duration: 55 })
    expect(await toldAbout(episode.id)).toHaveLength(1)
  })

  it('goes on waiting when its audio goes, and appears with the next', async () => {
    const file = media.file(host, { status: 'processing', duration: null })
    const { episode } = await given({ status: 'when_ready', audioFileId: file.id })
    await events.deliver([told(MediaDeleted, { episodeId: episode.id, version: 2, audioFileId: null, duration: null })])
    expect(await show(host, episode.id)).toMatchObject({ status: 'when_ready', audioFileId: null })

    const other = media.file(host)
    expect(await update(episode.id, { audioFileId: other.id })).toMatchObject({
      status: 'published',
      audioFileId: other.id,
      duration: 31,
    })
  })

  it('cannot be made public by force before', async () => {
    const file = media.file(host, { status: 'processing', duration: null })
    const { episode } = await given({ status: 'draft', audioFileId: file.id })

    await expect(update(episode.id, { status: 'published' })).rejects.toMatchObject({
      status: 409,
      code: 'media.not_ready',
    })
    expect(await status(episode.id)).toBe('draft')
  })
})

describe('a scheduled episode', () => {
  it('is published when its time has come, and not before', async () => {
    const { episode } = await given({ status: 'scheduled', publishAt: IN_AN_HOUR(), audioFileId: media.file(host).id })
    expect(episode.status).toBe('scheduled')
    await publishDue(catalog.db)
    expect(await status(episode.id)).toBe('scheduled')

    await comeDue(episode.id)
    await publishDue(catalog.db)
    catalog.hot.drop()

    expect(await show(null, episode.id)).toMatchObject({ status: 'published', publishAt: null })
    expect(await toldAbout(episode.id)).toEqual([{ version: 1, isPublished: true, isDeleted: false }])
  })

  it('is taken by one of many copies that look at the same moment', async () => {
    const podcast = await catalog.podcast(host)
    const episodes = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        create(podcast.id, {
          episodeNumber: at + 1,
          status: 'scheduled',
          publishAt: IN_AN_HOUR(),
          audioFileId: media.file(host).id,
        }),
      ),
    )
    for (const { id } of episodes) await comeDue(id)

    const taken = await Promise.all(Array.from({ length: 6 }, () => publishDue(catalog.db)))

    expect(taken.reduce((sum, count) => sum + count, 0)).toBe(12)
    for (const { id } of episodes) {
      expect(await toldAbout(id)).toEqual([{ version: 1, isPublished: true, isDeleted: false }])
    }
  })

  it('whose audio is not there yet waits for it from then on', async () => {
    const file = media.file(host, { status: 'processing', duration: null })
    const { episode } = await given({ status: 'scheduled', publishAt: IN_AN_HOUR(), audioFileId: file.id })
    await comeDue(episode.id)
    await publishDue(catalog.db)
    expect(await status(episode.id)).toBe('when_ready')

    await events.deliver([
      told(MediaProcessed, { episodeId: episode.id, version: 2, audioFileId: file.id, duration: 55 }),
    ])

    expect(await show(null, episode.id)).toMatchObject({ status: 'published' })
  })

  it('is noticed by the running schedule', async () => {
    const { episode } = await given({ status: 'scheduled', publishAt: IN_AN_HOUR(), audioFileId: media.file(host).id })
    await comeDue(episode.id)

    let schedule: ReturnType<typeof publishOnTime> | undefined
    await new Promise<void>((resolve) => {
      schedule = publishOnTime({ db: catalog.db, log, onPublished: resolve })
    })
    await schedule?.close()

    expect(await status(episode.id)).toBe('published')
  })

  it('is published once by the schedules of two copies that tick at the same moment', async () => {
    const podcast = await catalog.podcast(host)
    const audioFileId = media.file(host).id
    const plan = { status: 'scheduled', publishAt: IN_AN_HOUR(), audioFileId } as const
    const episodes: Episode[] = []
    for (const episodeNumber of [1, 2, 3, 4]) episodes.push(await create(podcast.id, { ...plan, episodeNumber }))
    for (const { id } of episodes) await comeDue(id)
    const counts: number[] = []
    const counting = createLog('catalog', 'info', { write: (line) => counts.push(JSON.parse(line).count) })
    const other = connect({ url: catalog.database.url, log })

    const copies = [catalog.db, other].map((db) => publishOnTime({ db, log: counting, onPublished: () => {} }))
    // Each finishes the look that it began with.
    await Promise.all(copies.map((copy) => copy.close()))
    await other.close()

    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(4)
    for (const { id } of episodes) {
      expect(await toldAbout(id)).toEqual([{ version: 1, isPublished: true, isDeleted: false }])
    }
  })

  it('can be moved, published now, or made a draft', async () => {
    const { episode } = await given({ status: 'scheduled', publishAt: IN_AN_HOUR() })
    const later = new Date(Date.now() + 7_200_000).toISOString()

    expect(await update(episode.id, { publishAt: later })).toMatchObject({ status: 'scheduled', publishAt: later })
    expect(await update(episode.id, { title: 'New' })).toMatchObject({ status: 'scheduled', publishAt: later })
    expect(await update(episode.id, { status: 'draft' })).toMatchObject({ status: 'draft', publishAt: null })
    expect(await update(episode.id, { status: 'published' })).toMatchObject({ status: 'published', publishAt: null })
  })

  it.each([
    ['without a time', { status: 'scheduled' }],
    ['for a time that is over', { status: 'scheduled', publishAt: '2020-01-01T00:00:00Z' }],
    ['for a time nobody lives to see', { status: 'scheduled', publishAt: '2199-01-01T00:00:00Z' }],
    ['with a time that is none', { status: 'scheduled', publishAt: 'tomorrow' }],
    ['with a time that nothing happens at', { status: 'draft', publishAt: IN_AN_HOUR() }],
  ] as const)('is refused %s', async (_, plan) => {
    const podcast = await catalog.podcast(host)
    const { id } = await create(podcast.id, { status: 'draft' })

    const created = await catalog.post(host, '/api/episodes', {
      ...EPISODE,
      podcastId: podcast.id,
      episodeNumber: 2,
      ...plan,
    })
    expect(created.status).toBe(400)
    expect(await created.json()).toMatchObject({ fields: { publishAt: expect.any(String) } })
    await expect(update(id, plan)).rejects.toMatchObject({ status: 400 })
  })
})

describe('two creators', () => {
  it('never see each other’s drafts, nor change or use what is the other’s', async () => {
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
    expect(await catalog.as(ama).call(ListEpisodes, { query: { hostId: 'me' } })).toEqual([draft])
  })
})
