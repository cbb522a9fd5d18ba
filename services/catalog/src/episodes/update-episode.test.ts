import {
  CreateEpisode,
  DeleteEpisode,
  GetEpisode,
  ListPodcastEpisodes,
  UpdateEpisode,
} from '@griot/contracts/catalog/episodes'
import { sql } from '@griot/service-kit/db/db'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { EPISODE, startCatalog, type TestCatalog } from '../testing/harness.ts'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())

const host = person()
const given = async () => {
  const podcast = await catalog.podcast(host)
  return { podcast, episode: await catalog.episode(host, podcast.id) }
}
const remove = (id: string, confirm?: 'true', who: Person = host) =>
  catalog.as(who).call(DeleteEpisode, { params: { id }, query: { confirm } })
const update = (id: string, body: object, who: Person = host) =>
  catalog.as(who).call(UpdateEpisode, { params: { id }, body })

describe('PATCH /api/episode/:id', () => {
  it('updates the given fields only, in lists and in search too', async () => {
    const { podcast, episode } = await given()
    await catalog.playableEpisode(host, podcast.id, { episodeNumber: 2 })

    const changed = await update(episode.id, { title: 'Salt', episodeNumber: 9 })

    expect(changed).toEqual({ ...episode, title: 'Salt', episodeNumber: 9 })
    expect(await catalog.as(null).call(ListPodcastEpisodes, { params: { id: podcast.id } })).toContainEqual(changed)
    const found = await catalog.as(null).fetch('/api/episodes?search=salt')
    expect(await found.json()).toEqual([changed])
  })

  it('accepts a number that another episode has, and no number', async () => {
    const { podcast, episode } = await given()
    const other = await catalog.episode(host, podcast.id, { episodeNumber: 2 })

    expect(await update(episode.id, { episodeNumber: 2 })).toMatchObject({ episodeNumber: 2 })
    expect(await update(other.id, { episodeNumber: null })).toMatchObject({ episodeNumber: null })
    expect(await update(other.id, { title: 'Kept' })).toMatchObject({ episodeNumber: null })
    expect(await update(other.id, { episodeNumber: 1 })).toMatchObject({ episodeNumber: 1 })
  })

  it.each([
    ['an empty title', { title: ' ' }],
    ['an unknown field', { hostId: person().id }],
    ['another podcast', { podcastId: person().id }],
    ['no time of a day', { duration: 0 }],
  ])('refuses %s', async (_, body) => {
    const { episode } = await given()

    await expect(update(episode.id, body)).rejects.toMatchObject({ status: 400 })
  })

  it('requires a duration to publish a draft without audio', async () => {
    const podcast = await catalog.podcast(host)
    const body = { ...EPISODE, podcastId: podcast.id, status: 'draft', duration: 0 } as const
    const draft = await catalog.as(host).call(CreateEpisode, { body })

    await expect(update(draft.id, { title: 'Salt', status: 'published' })).rejects.toMatchObject({
      status: 400,
      fields: { duration: 'Duration is required' },
    })
    expect(await update(draft.id, { description: 'Later.' })).toEqual({ ...draft, description: 'Later.' })
    expect(await update(draft.id, { status: 'published', duration: 60 })).toMatchObject({ duration: 60 })
  })

  it('refuses other users', async () => {
    const { episode } = await given()

    await expect(update(episode.id, { title: 'Mine' }, person())).rejects.toMatchObject({ status: 404 })
    await expect(update(person().id, { title: 'Mine' })).rejects.toMatchObject({ status: 404 })
  })
})

describe('DELETE /api/episode/:id', () => {
  it('requires confirmation for a published episode, and sends an event to media', async () => {
    const { episode } = await given()
    await expect(remove(episode.id)).rejects.toMatchObject({ status: 409, code: 'episode.published' })
    expect(await catalog.as(host).call(GetEpisode, { params: { id: episode.id } })).toMatchObject(episode)

    expect(await remove(episode.id, 'true')).toEqual({ id: episode.id })

    await expect(catalog.as(host).call(GetEpisode, { params: { id: episode.id } })).rejects.toMatchObject({
      status: 404,
    })
    expect(
      await catalog.db.many(
        z.object({ data: z.unknown() }),
        sql`select data from outbox where data ->> 'episodeId' = ${episode.id}`,
      ),
    ).toMatchObject([{ data: { episodeId: episode.id, version: 1, isPublished: false, isDeleted: true } }])
    await expect(remove(episode.id, 'true')).rejects.toMatchObject({ status: 404 })
  })

  it('deletes an unpublished episode without confirmation', async () => {
    const { episode } = await given()
    await update(episode.id, { status: 'draft' })

    expect(await remove(episode.id)).toEqual({ id: episode.id })
  })

  it('refuses other users', async () => {
    const { episode } = await given()

    for (const who of [person(), person({ roles: ['admin'] })]) {
      await expect(remove(episode.id, 'true', who)).rejects.toMatchObject({ status: 404 })
    }
  })
})
