import { GetEpisode, UpdateEpisode } from '@griot/contracts/catalog/episodes'
import { DeletePodcast, GetPodcast, ListPodcasts, UpdatePodcast } from '@griot/contracts/catalog/podcasts'
import { ListeningRecorded } from '@griot/contracts/events'
import { sql } from '@griot/service-kit/db/db'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { event, startCatalog, startEvents, type TestCatalog } from '../testing/harness.ts'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())

const host = person()
const show = (id: string) => catalog.as(null).call(GetPodcast, { params: { id } })
const update = (id: string, body: object, who: Person = host) =>
  catalog.as(who).call(UpdatePodcast, { params: { id }, body })
const remove = (id: string, confirm?: 'true', who: Person = host) =>
  catalog.as(who).call(DeletePodcast, { params: { id }, query: { confirm } })

describe('PATCH /api/podcast/:id', () => {
  it('updates the given fields only, in search too', async () => {
    const podcast = await catalog.listedPodcast(host)

    const changed = await update(podcast.id, { description: 'About wombats.', category: 'culture' })

    expect(changed).toEqual({ ...podcast, description: 'About wombats.', category: 'culture' })
    expect(await show(podcast.id)).toMatchObject(changed)
    expect(await catalog.as(null).call(ListPodcasts, { query: { search: 'wombats' } })).toEqual([changed])
    expect(await catalog.as(null).call(ListPodcasts, { query: { search: podcast.title } })).toContainEqual(changed)
  })

  it('changes the kind, and keeps it when the edit does not name it', async () => {
    const podcast = await catalog.podcast(host)

    expect((await update(podcast.id, { kind: 'serial' })).kind).toBe('serial')
    expect((await update(podcast.id, { title: 'A story' })).kind).toBe('serial')
    expect((await update(podcast.id, { kind: 'episodic' })).kind).toBe('episodic')
    await expect(update(podcast.id, { kind: 'weekly' })).rejects.toMatchObject({ status: 400 })
  })

  it('generates a cover with the new title under a new address', async () => {
    const podcast = await catalog.podcast(host, { title: 'Before' })
    const svg = async (path: string) => (await catalog.as(null).fetch(path)).text()
    expect(await svg(podcast.coverImage)).toContain('<title>Before</title>')

    const { coverImage } = await update(podcast.id, { title: 'After' })

    expect(coverImage).not.toBe(podcast.coverImage)
    expect(await svg(coverImage)).toContain('<title>After</title>')
    expect((await update(podcast.id, { title: 'After' })).coverImage).toBe(coverImage)
  })

  it('sets and removes a cover address', async () => {
    const podcast = await catalog.podcast(host)

    const given = await update(podcast.id, { coverImage: 'https://example.org/a.jpg' })
    const givenPicture = { address: 'https://example.org/a.jpg', failure: null }
    expect(given).toMatchObject({ coverImage: podcast.coverImage, givenPicture })
    expect(await update(podcast.id, { hostName: 'Esi' })).toMatchObject({ givenPicture })
    expect((await update(podcast.id, { coverImage: null })).givenPicture).toBeUndefined()
    await expect(update(podcast.id, { coverImage: 'http://example.org/a.jpg' })).rejects.toMatchObject({ status: 400 })
  })

  it('refuses other users', async () => {
    const podcast = await catalog.podcast(host)

    for (const who of [person(), person({ roles: ['admin'] })]) {
      await expect(update(podcast.id, { title: 'Mine' }, who)).rejects.toMatchObject({ status: 404 })
    }
    await expect(update(podcast.id, { hostId: host.id })).rejects.toMatchObject({ status: 400 })
    await expect(update(person().id, { title: 'None' })).rejects.toMatchObject({ status: 404 })
  })
})

describe('DELETE /api/podcast/:id', () => {
  it('deletes a podcast without episodes without confirmation', async () => {
    const podcast = await catalog.podcast(host)

    expect(await remove(podcast.id)).toEqual({ id: podcast.id })
    await expect(show(podcast.id)).rejects.toMatchObject({ status: 404 })
  })

  it('requires confirmation that states the number of episodes', async () => {
    const podcast = await catalog.podcast(host)
    const episode = await catalog.episode(host, podcast.id)
    await catalog.playableEpisode(host, podcast.id, { episodeNumber: 2 })
    // Listener counts are deleted with the podcast.
    const events = startEvents(catalog)
    await events.deliver([
      event(ListeningRecorded, {
        userId: person().id,
        episodeId: episode.id,
        podcastId: podcast.id,
        recordedAt: new Date().toISOString(),
      }),
    ])
    await events.close()

    await expect(remove(podcast.id)).rejects.toMatchObject({
      status: 409,
      code: 'podcast.has_episodes',
      sentence: 'This podcast has 2 episodes, which would be deleted with it. Please confirm.',
    })
    expect(await show(podcast.id)).toMatchObject({ episodeCount: 2, listeners: 1 })

    // Media has an event of this episode and ignores older versions.
    const status = (status: 'draft' | 'published') =>
      catalog.as(host).call(UpdateEpisode, { params: { id: episode.id }, body: { status } })
    await status('draft')
    await status('published')

    await remove(podcast.id, 'true')
    const news = await catalog.db.many(
      z.object({ data: z.unknown() }),
      sql`select data from outbox where data ->> 'episodeId' = ${episode.id} order by (data ->> 'version')::int desc`,
    )
    expect(news.map(({ data }) => data)).toMatchObject([
      { episodeId: episode.id, version: 3, isPublished: false, isDeleted: true },
      { episodeId: episode.id, version: 2, isPublished: true, isDeleted: false },
      { episodeId: episode.id, version: 1, isPublished: false, isDeleted: false },
    ])
    await expect(show(podcast.id)).rejects.toMatchObject({ status: 404 })
    await expect(catalog.as(host).call(GetEpisode, { params: { id: episode.id } })).rejects.toMatchObject({
      status: 404,
    })
  })

  it('leaves no episode behind that is created in parallel', async () => {
    const podcast = await catalog.podcast(host)
    const other = await catalog.db.pool.connect()
    await other.query('begin')
    await other.query('delete from podcast_popularity where podcast_id = $1', [podcast.id])
    await other.query('delete from podcast where id = $1', [podcast.id])

    const creating = catalog.episode(host, podcast.id).catch((error: unknown) => error)
    await expect
      .poll(async () => {
        const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
        return (await catalog.db.pool.query(waiting)).rowCount
      })
      .toBe(1)
    await other.query('commit')
    other.release()

    expect(await creating).toMatchObject({ status: 404, code: 'podcast.not_found' })
  })

  it('refuses other users', async () => {
    const podcast = await catalog.podcast(host)

    for (const who of [person(), person({ roles: ['admin'] })]) {
      await expect(remove(podcast.id, 'true', who)).rejects.toMatchObject({ status: 404 })
    }
  })
})
