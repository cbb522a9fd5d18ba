import { randomUUID } from 'node:crypto'
import { type Episode, GetEpisode, ListPodcastEpisodes } from '@griot/contracts/catalog/episodes'
import { MediaDeleted, MediaLinked, MediaProcessed } from '@griot/contracts/events'
import { person } from '@griot/service-kit/testing/identity'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EPISODE, event, startCatalog, startEvents, type TestCatalog } from '../testing/harness.ts'

let catalog: TestCatalog
let events: ReturnType<typeof startEvents>
let episode: Episode
const host = person()
beforeAll(async () => {
  catalog = await startCatalog()
  events = startEvents(catalog)
  const { id } = await catalog.podcast(host)
  episode = await catalog.episode(host, id)
})
afterAll(async () => {
  await events.close()
  await catalog.close()
})

const show = (id = episode.id) => catalog.as(host).call(GetEpisode, { params: { id } })

describe('audio events of media', () => {
  it('set and remove audio and measured duration, in lists too', async () => {
    const audioFileId = randomUUID()
    const list = () => catalog.as(host).call(ListPodcastEpisodes, { params: { id: episode.podcastId } })
    expect(await list()).toEqual([episode])

    await events.deliver([event(MediaLinked, { episodeId: episode.id, version: 1, audioFileId, duration: 31 })])
    const linked = { ...episode, audioFileId, audioUrl: `/api/media/${audioFileId}/stream`, duration: 31 }
    expect(await show()).toMatchObject(linked)
    expect(await list()).toEqual([linked])

    const audioSha256 = 'a0'.repeat(32)
    await events.deliver([
      event(MediaProcessed, { episodeId: episode.id, version: 2, audioFileId, duration: 31, audioSha256 }),
    ])
    expect(await show()).toMatchObject({ ...linked, audioSha256 })

    await events.deliver([
      event(MediaDeleted, { episodeId: episode.id, version: 3, audioFileId: null, duration: null }),
    ])
    expect(await show()).toMatchObject({ ...episode, duration: EPISODE.duration })
    expect(await list()).toEqual([episode])
  })

  it('keep the typed duration while the measured one is missing', async () => {
    const { id } = await catalog.podcast(host)
    const fresh = await catalog.episode(host, id, { duration: 77 })

    await events.deliver([
      event(MediaLinked, { episodeId: fresh.id, version: 1, audioFileId: randomUUID(), duration: null }),
    ])

    expect((await show(fresh.id)).duration).toBe(77)
  })

  it('are ignored for an unknown episode, without blocking others', async () => {
    await events.deliver([
      event(MediaLinked, { episodeId: randomUUID(), version: 1, audioFileId: randomUUID(), duration: 5 }),
    ])
  })

  it('lead to the same state in any order and if repeated', async () => {
    const kinds = [MediaLinked, MediaProcessed, MediaDeleted]
    const { id } = await catalog.podcast(host)
    let number = 0

    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 7 }).chain((last) =>
          fc.shuffledSubarray(
            Array.from({ length: last * 2 }, (_, at) => (at % last) + 1),
            { minLength: last * 2 },
          ),
        ),
        async (versions) => {
          const fresh = await catalog.episode(host, id, { episodeNumber: ++number })
          const last = Math.max(...versions)
          const files = Array.from({ length: last + 1 }, () => randomUUID())
          const ids = files.map(() => randomUUID())
          const news = versions.map((version) =>
            event(
              kinds[version % 3] ?? MediaLinked,
              {
                episodeId: fresh.id,
                version,
                audioFileId: version % 3 === 2 ? null : (files[version] ?? null),
                duration: version % 3 === 2 ? null : version,
              },
              ids[version],
            ),
          )
          const half = Math.ceil(news.length / 2)
          await events.deliver(once(news.slice(0, half)))
          await events.deliver(once(news.slice(half)))

          const expected = news.find(({ data }) => data.version === last)?.data.audioFileId
          expect((await show(fresh.id)).audioFileId).toBe(expected)
        },
      ),
      { numRuns: 15 },
    )
  })
})

/** A queue contains a job id once. */
const once = <Event extends { id: string }>(events: Event[]) => [
  ...new Map(events.map((one) => [one.id, one])).values(),
]
