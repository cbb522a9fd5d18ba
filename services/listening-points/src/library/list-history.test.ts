import {
  CreateFavorite,
  CreateHistoryEntry,
  DeleteHistoryEntry,
  GetLibraryCounts,
  ListHistory,
} from '@griot/contracts/library'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EpisodeFacts } from '../catalog/facts.ts'
import { createHarness, end, type Harness, heartbeat, ME, start, type TestListener } from '../testing/harness.ts'

let harness: Harness

beforeAll(async () => {
  harness = await createHarness()
})
afterAll(() => harness.close())

const addToHistory = (listener: TestListener, { id, podcastId }: EpisodeFacts, progress: number) =>
  listener.call(CreateHistoryEntry, { body: { episodeId: id, podcastId, progress, completed: false } })

describe('GET /api/user/:id/listening-history', () => {
  it('lists the last played first, and one episode on request', async () => {
    const ama = harness.listener()
    const [one, two] = [harness.catalog.addEpisode(), harness.catalog.addEpisode()]
    for (const episode of [one, two, one]) {
      const session = await start(ama, episode)
      await harness.advance(30)
      await end(ama, session.id, { listeningDuration: 30, totalProgress: 30 })
    }
    const history = await ama.call(ListHistory, ME)
    expect(history.map(({ episodeId }) => episodeId)).toEqual([one.id, two.id])
    const single = await ama.call(ListHistory, { ...ME, query: { episodeId: two.id } })
    expect(single.map(({ episodeId }) => episodeId)).toEqual([two.id])
    const some = await ama.call(ListHistory, { ...ME, query: { episodeIds: `${two.id},${crypto.randomUUID()}` } })
    expect(some.map(({ episodeId }) => episodeId)).toEqual([two.id])
    const ofPodcast = await ama.call(ListHistory, { ...ME, query: { podcastId: two.podcastId } })
    expect(ofPodcast.map(({ episodeId }) => episodeId)).toEqual([two.id])
  })

  it('omits episodes that were only tried, until they are heard for 30 seconds or completed', async () => {
    const ama = harness.listener()
    const [episode, short] = [
      harness.catalog.addEpisode({ lengthSeconds: 600 }),
      harness.catalog.addEpisode({ lengthSeconds: 50 }),
    ]
    const listen = async ({ id }: EpisodeFacts, seconds: number) => {
      const session = await start(ama, { id })
      await harness.advance(seconds)
      await end(ama, session.id, { listeningDuration: seconds, totalProgress: seconds })
    }
    const listed = async () => (await ama.call(ListHistory, ME)).map(({ episodeId }) => episodeId)
    const listened = async () => (await ama.call(GetLibraryCounts, ME)).listened

    await listen(episode, 2)
    await listen(short, 4)
    expect([await listed(), await listened()]).toEqual([[], 0])
    const single = await ama.call(ListHistory, { ...ME, query: { episodeId: episode.id } })
    expect(single).toMatchObject([{ positionSeconds: 2 }])

    await listen(short, 1)
    expect([await listed(), await listened()]).toEqual([[short.id], 1])
    const session = await start(ama, episode)
    await harness.advance(28)
    await heartbeat(ama, session.id, 28, 30)
    expect([await listed(), await listened()]).toEqual([[episode.id, short.id], 2])
  })

  it('omits an episode of an open session whose audio was not sent', async () => {
    const ama = harness.listener()
    const episode = harness.catalog.addEpisode({ lengthSeconds: 600 })
    ama.sent = { [episode.id]: { share: 0, reach: 0 } }
    const session = await start(ama, episode)
    await harness.advance(60)
    await heartbeat(ama, session.id, 60, 0)
    expect(await ama.call(ListHistory, ME)).toEqual([])
  })

  it('has full pages although it omits entries', async () => {
    const ama = harness.listener()
    for (const progress of [50, 0, 0, 50, 0, 50]) await addToHistory(ama, harness.catalog.addEpisode(), progress)
    expect(await ama.call(ListHistory, { ...ME, query: { limit: 3 } })).toHaveLength(3)
  })

  it('filters completed episodes', async () => {
    const ama = harness.listener()
    const [finished, begun] = [harness.catalog.addEpisode(), harness.catalog.addEpisode()]
    await addToHistory(ama, finished, 100)
    await addToHistory(ama, begun, 50)
    expect(await ama.call(ListHistory, { ...ME, query: { state: 'completed' } })).toMatchObject([
      { episodeId: finished.id },
    ])
  })

  it('filters episodes that are started and not completed', async () => {
    const ama = harness.listener()
    const [begun, sounding, ...others] = Array.from({ length: 4 }, () =>
      harness.catalog.addEpisode({ lengthSeconds: 600 }),
    )
    if (!begun || !sounding) throw new Error('there are four')
    await addToHistory(ama, begun, 50)
    for (const [at, episode] of others.entries()) await addToHistory(ama, episode, at === 0 ? 100 : 0)
    const session = await start(ama, sounding)
    const list = async () =>
      (await ama.call(ListHistory, { ...ME, query: { state: 'begun' } })).map(({ episodeId }) => episodeId)
    expect(await list()).toEqual([begun.id])

    await harness.advance(60)
    await heartbeat(ama, session.id, 60, 60)
    expect(await list()).toEqual([sounding.id, begun.id])
  })

  it('shows the position of the last heartbeat of an open session', async () => {
    const ama = harness.listener()
    const session = await start(ama, harness.catalog.addEpisode({ lengthSeconds: 600 }))
    await harness.advance(60)
    await heartbeat(ama, session.id, 60, 60)
    expect(await ama.call(ListHistory, ME)).toMatchObject([{ positionSeconds: 60, progress: 10, completed: false }])
  })
})

describe('GET /api/user/:id/library-counts', () => {
  it('counts the listed entries, of all podcasts or of one', async () => {
    const ama = harness.listener()
    const podcast = harness.catalog.addPodcast()
    const [one, two] = [harness.catalog.addEpisode(), harness.catalog.addEpisode()]
    const first = await addToHistory(ama, one, 100)
    await addToHistory(ama, two, 30)
    await ama.call(CreateFavorite, { body: { podcastId: podcast.id } })
    await addToHistory(harness.listener(), one, 100)

    const counts = (podcastId?: string) => ama.call(GetLibraryCounts, { ...ME, query: podcastId ? { podcastId } : {} })
    expect(await counts()).toEqual({ favorites: 1, listened: 2, completed: 1 })
    expect(await counts(one.podcastId)).toMatchObject({ favorites: 0, completed: 1 })
    expect(await counts(podcast.id)).toEqual({ favorites: 1, listened: 0, completed: 0 })

    await ama.call(DeleteHistoryEntry, { params: { id: first.id } })
    expect(await counts()).toEqual({ favorites: 1, listened: 1, completed: 0 })
  })
})
