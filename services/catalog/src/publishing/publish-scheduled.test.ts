import type { Episode } from '@griot/contracts/catalog/episodes'
import { MediaProcessed } from '@griot/contracts/events'
import { connect } from '@griot/service-kit/db/db'
import { createLog } from '@griot/service-kit/log/log'
import { describe, expect, it } from 'vitest'
import { EPISODE, event } from '../testing/harness.ts'
import {
  catalog,
  create,
  events,
  given,
  host,
  IN_AN_HOUR,
  makeDue,
  media,
  show,
  status,
  update,
  visibilityEventsOf,
  withPublishing,
} from '../testing/publishing.ts'
import { publishDue } from './publish-due.queries.ts'
import { publishScheduled } from './publish-scheduled.ts'

const log = createLog('catalog', 'silent')

withPublishing()

describe('a scheduled episode', () => {
  it('is published at its time and not before', async () => {
    const { episode } = await given({ status: 'scheduled', publishAt: IN_AN_HOUR(), audioFileId: media.file(host).id })
    expect(episode.status).toBe('scheduled')
    await publishDue(catalog.db)
    expect(await status(episode.id)).toBe('scheduled')

    await makeDue(episode.id)
    await publishDue(catalog.db)
    catalog.cache.clear()

    expect(await show(null, episode.id)).toMatchObject({ status: 'published', publishAt: null })
    expect(await visibilityEventsOf(episode.id)).toEqual([{ version: 1, isPublished: true, isDeleted: false }])
  })

  it('is published by one of several parallel instances', async () => {
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
    for (const { id } of episodes) await makeDue(id)

    const taken = await Promise.all(Array.from({ length: 6 }, () => publishDue(catalog.db)))

    expect(taken.reduce((sum, count) => sum + count, 0)).toBe(12)
    for (const { id } of episodes) {
      expect(await visibilityEventsOf(id)).toEqual([{ version: 1, isPublished: true, isDeleted: false }])
    }
  })

  it('waits for its audio if it is due without it', async () => {
    const file = media.file(host, { status: 'processing', duration: null })
    const { episode } = await given({ status: 'scheduled', publishAt: IN_AN_HOUR(), audioFileId: file.id })
    await makeDue(episode.id)
    await publishDue(catalog.db)
    expect(await status(episode.id)).toBe('when_ready')

    await events.deliver([
      event(MediaProcessed, { episodeId: episode.id, version: 2, audioFileId: file.id, duration: 55 }),
    ])

    expect(await show(null, episode.id)).toMatchObject({ status: 'published' })
  })

  it('is published by the running scheduler', async () => {
    const { episode } = await given({ status: 'scheduled', publishAt: IN_AN_HOUR(), audioFileId: media.file(host).id })
    await makeDue(episode.id)

    let schedule: ReturnType<typeof publishScheduled> | undefined
    await new Promise<void>((resolve) => {
      schedule = publishScheduled({ db: catalog.db, log, onPublished: resolve })
    })
    await schedule?.close()

    expect(await status(episode.id)).toBe('published')
  })

  it('is published once by the schedulers of two instances', async () => {
    const podcast = await catalog.podcast(host)
    const audioFileId = media.file(host).id
    const plan = { status: 'scheduled', publishAt: IN_AN_HOUR(), audioFileId } as const
    const episodes: Episode[] = []
    for (const episodeNumber of [1, 2, 3, 4]) episodes.push(await create(podcast.id, { ...plan, episodeNumber }))
    for (const { id } of episodes) await makeDue(id)
    const counts: number[] = []
    const counting = createLog('catalog', 'info', { write: (line) => counts.push(JSON.parse(line).count) })
    const other = connect({ url: catalog.database.url, log })

    const copies = [catalog.db, other].map((db) => publishScheduled({ db, log: counting, onPublished: () => {} }))
    // Wait until both schedulers have finished their first run.
    await Promise.all(copies.map((copy) => copy.close()))
    await other.close()

    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(4)
    for (const { id } of episodes) {
      expect(await visibilityEventsOf(id)).toEqual([{ version: 1, isPublished: true, isDeleted: false }])
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
    ['for a time in the past', { status: 'scheduled', publishAt: '2020-01-01T00:00:00Z' }],
    ['for a time more than two years ahead', { status: 'scheduled', publishAt: '2199-01-01T00:00:00Z' }],
    ['with an invalid time', { status: 'scheduled', publishAt: 'tomorrow' }],
    ['with a time for a draft', { status: 'draft', publishAt: IN_AN_HOUR() }],
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
