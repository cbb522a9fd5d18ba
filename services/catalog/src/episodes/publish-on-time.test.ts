import type { Episode } from '@griot/contracts/catalog/episodes'
import { MediaProcessed } from '@griot/contracts/events'
import { connect } from '@griot/service-kit/db'
import { createLog } from '@griot/service-kit/log'
import { describe, expect, it } from 'vitest'
import {
  catalog,
  comeDue,
  create,
  events,
  given,
  host,
  IN_AN_HOUR,
  media,
  show,
  status,
  toldAbout,
  update,
  withPublishing,
} from '../testing/publishing.ts'
import { EPISODE, told } from '../testing.ts'
import { publishOnTime } from './publish-on-time.ts'
import { publishDue } from './publishing.queries.ts'

const log = createLog('catalog', 'silent')

withPublishing()

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
