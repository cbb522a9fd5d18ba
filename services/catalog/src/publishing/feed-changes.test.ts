import { DeleteEpisode } from '@griot/contracts/catalog/episodes'
import { HideEpisode, HidePodcast, RestoreEpisode, RestorePodcast } from '@griot/contracts/catalog/moderation'
import { DeletePodcast, GetPodcast, UpdatePodcast } from '@griot/contracts/catalog/podcasts'
import { MediaProcessed } from '@griot/contracts/events'
import { sql } from '@griot/service-kit/db/db'
import { person } from '@griot/service-kit/testing/identity'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { event, PODCAST } from '../testing/harness.ts'
import {
  admin,
  catalog,
  create,
  events,
  host,
  IN_AN_HOUR,
  makeDue,
  media,
  update,
  withPublishing,
} from '../testing/publishing.ts'
import { publishDue } from './publish-due.queries.ts'

withPublishing()

const changedAt = async (id: string) => {
  catalog.cache.clear()
  return (await catalog.as(host).call(GetPodcast, { params: { id } })).feedChangedAt
}

/** Whether the work changes the time of the feed. It never moves backwards. */
const changes = async (podcastId: string, work: () => Promise<unknown>) => {
  const before = Date.parse((await changedAt(podcastId)) ?? '')
  await work()
  const after = Date.parse((await changedAt(podcastId)) ?? '')
  expect(after).toBeGreaterThanOrEqual(before)
  return after > before
}

const given = async (status: 'published' | 'draft' = 'published') => {
  const podcast = await catalog.podcast(host)
  const episode = await create(podcast.id, { status, audioFileId: media.file(host).id })
  return { podcastId: podcast.id, id: episode.id }
}

const edit = (id: string, body: object) => catalog.as(host).call(UpdatePodcast, { params: { id }, body })

describe('the time of the last change of a feed', () => {
  it.each([
    ['the title', { title: 'New' }],
    ['the language', { language: 'fr' }],
    ['the people', { people: [{ name: 'Ama' }] }],
    ['the description', { descriptionHtml: '<p>New</p>' }],
    ['the lock', { isLocked: false }],
  ])('moves with %s of the show', async (_, body) => {
    const { podcastId } = await given()
    expect(await changes(podcastId, () => edit(podcastId, body))).toBe(true)
    expect(await changes(podcastId, () => edit(podcastId, body))).toBe(false)
  })

  it('stays if an edit of the show changes nothing', async () => {
    const { podcastId } = await given()
    expect(await changes(podcastId, () => edit(podcastId, PODCAST))).toBe(false)
  })

  it.each([
    ['the title', { title: 'New' }],
    ['the season', { season: 2 }],
    ['the number', { episodeNumber: 9 }],
    ['no number', { episodeNumber: null }],
    ['the notes', { notesHtml: '<p>New</p>' }],
    ['the date', { releaseDate: '2020-01-01T00:00:00Z' }],
  ])('moves with %s of a published episode, and not of a draft', async (_, body) => {
    const published = await given()
    expect(await changes(published.podcastId, () => update(published.id, body))).toBe(true)
    expect(await changes(published.podcastId, () => update(published.id, body))).toBe(false)

    const draft = await given('draft')
    expect(await changes(draft.podcastId, () => update(draft.id, body))).toBe(false)
  })

  it('moves when an episode is created, published, unpublished or deleted', async () => {
    const { podcastId, id } = await given('draft')
    expect(await changes(podcastId, () => update(id, { status: 'published' }))).toBe(true)
    expect(await changes(podcastId, () => update(id, { status: 'draft' }))).toBe(true)
    expect(await changes(podcastId, () => create(podcastId, { episodeNumber: 2, status: 'draft' }))).toBe(false)
    let last = ''
    const publish = async () => {
      last = (await create(podcastId, { episodeNumber: 3, audioFileId: media.file(host).id })).id
    }
    expect(await changes(podcastId, publish)).toBe(true)
    const remove = (episodeId: string) =>
      catalog.as(host).call(DeleteEpisode, { params: { id: episodeId }, query: { confirm: 'true' } })
    expect(await changes(podcastId, () => remove(id))).toBe(false)
    expect(await changes(podcastId, () => remove(last))).toBe(true)
  })

  it('moves when a scheduled episode is published, and when audio arrives', async () => {
    const { podcastId, id } = await given('draft')
    await update(id, { status: 'scheduled', publishAt: IN_AN_HOUR() })
    await makeDue(id)
    expect(await changes(podcastId, () => publishDue(catalog.db))).toBe(true)

    const audio = event(MediaProcessed, { episodeId: id, version: 9, audioFileId: media.file(host).id, duration: 77 })
    expect(await changes(podcastId, () => events.deliver([audio]))).toBe(true)
    expect(await changes(podcastId, () => events.deliver([audio]))).toBe(false)
  })

  it('moves when an admin hides and restores an episode or its show', async () => {
    const { podcastId, id } = await given()
    const moderate = (endpoint: typeof HideEpisode, subject: string) => () =>
      catalog.as(admin).call(endpoint, { params: { id: subject }, body: { reason: 'A copy.' } })
    expect(await changes(podcastId, moderate(HideEpisode, id))).toBe(true)
    expect(await changes(podcastId, moderate(RestoreEpisode as never, id))).toBe(true)
    expect(await changes(podcastId, moderate(HidePodcast as never, podcastId))).toBe(true)
    expect(await changes(podcastId, moderate(RestorePodcast as never, podcastId))).toBe(true)
  })

  it('survives parallel changes of a show and its episodes, and its deletion', async () => {
    const { podcastId, id } = await given()
    const results = await Promise.allSettled([
      ...Array.from({ length: 6 }, (_, at) => update(id, { title: `Title ${at}` })),
      ...Array.from({ length: 6 }, (_, at) => edit(podcastId, { title: `Show ${at}` })),
      ...Array.from({ length: 6 }, () => create(podcastId, {})),
      ...Array.from({ length: 3 }, () => publishDue(catalog.db)),
    ])
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([])

    const last = await Promise.allSettled([
      ...Array.from({ length: 6 }, (_, at) => update(id, { title: `Title ${at}` })),
      catalog.as(host).call(DeletePodcast, { params: { id: podcastId }, query: { confirm: 'true' } }),
    ])
    // Each change either came first or finds nothing.
    for (const result of last) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 404 })
    }
  })
})

describe('removed addresses', () => {
  const removed = async (ids: string[]) => {
    const rows = await catalog.db.many(
      z.object({ id: z.string() }),
      sql`select id from removed_address where id = any(${ids}::uuid[])`,
    )
    return rows.map(({ id }) => id)
  }

  it('contain a deleted episode that was published, and no draft', async () => {
    const [published, draft] = [await given(), await given('draft')]
    for (const { id } of [published, draft]) {
      await catalog.as(host).call(DeleteEpisode, { params: { id }, query: { confirm: 'true' } })
    }
    expect(await removed([published.id, draft.id])).toEqual([published.id])
  })

  it('contain a deleted show with its published episodes', async () => {
    const { podcastId, id } = await given()
    const draft = await create(podcastId, { episodeNumber: 2, status: 'draft' })
    const empty = await catalog.podcast(host)
    for (const podcast of [podcastId, empty.id]) {
      await catalog.as(host).call(DeletePodcast, { params: { id: podcast }, query: { confirm: 'true' } })
    }
    const found = await removed([podcastId, id, draft.id, empty.id])
    expect(found.sort()).toEqual([podcastId, id].sort())
  })

  it('contain no episode whose audio was refused when it was created', async () => {
    const podcast = await catalog.podcast(host)
    const before = await catalog.db.run(sql`select from removed_address`)
    await expect(create(podcast.id, { audioFileId: media.file(person()).id })).rejects.toMatchObject({ status: 404 })
    expect(await catalog.db.run(sql`select from removed_address`)).toBe(before)
  })
})
