import type { BodyOf } from '@griot/contracts/endpoint'
import {
  CreateFavorite,
  CreateHistoryEntry,
  DeleteHistoryEntry,
  GetLibraryCounts,
  ListHistory,
  UpdateHistoryEntry,
} from '@griot/contracts/library'
import { GetPoints } from '@griot/contracts/points'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EpisodeFacts } from '../catalog/facts.ts'
import { createHarness, end, type Harness, heartbeat, ME, start, type TestListener, total } from '../testing/harness.ts'

let harness: Harness

beforeAll(async () => {
  harness = await createHarness()
})
afterAll(() => harness.close())

const addToHistory = (listener: TestListener, episode: EpisodeFacts, progress = 0, more: object = {}) =>
  listener.call(CreateHistoryEntry, {
    body: { episodeId: episode.id, podcastId: episode.podcastId, progress, completed: false, ...more },
  })

describe('DELETE /api/listening-history/:id', () => {
  it('hides an entry until the episode is played again, without crediting it twice', async () => {
    const ama = harness.listener()
    const episode = harness.catalog.addEpisode({ lengthSeconds: 600 })
    const entry = await addToHistory(ama, episode, 50)
    await start(ama, episode)
    const before = await total(ama)

    await ama.call(DeleteHistoryEntry, { params: { id: entry.id } })
    expect(await ama.call(ListHistory, ME)).toEqual([])
    expect(await ama.call(ListHistory, { ...ME, query: { episodeId: episode.id } })).toEqual([])

    await harness.advance(1)
    await start(ama, episode)
    expect(await ama.call(ListHistory, ME)).toMatchObject([{ id: entry.id, completed: false }])
    expect(await total(ama)).toBe(before)
  })

  it('takes an entry out of the Week Streak until the episode is played again', async () => {
    const ama = harness.listener()
    const episodes = Array.from({ length: 7 }, () => harness.catalog.addEpisode())
    const entries = await Promise.all(episodes.map((episode) => addToHistory(ama, episode, 50)))
    const streak = async () => {
      const { episodesListened, weekStreak } = await ama.call(GetPoints, ME)
      return [episodesListened, weekStreak]
    }
    expect(await streak()).toEqual([7, 1])

    await ama.call(DeleteHistoryEntry, { params: { id: entries[0]?.id ?? '' } })
    expect(await streak()).toEqual([6, 0])

    await harness.advance(1)
    await start(ama, { id: episodes[0]?.id ?? '' })
    expect(await streak()).toEqual([7, 1])
  })

  it('returns 404 for an entry of another user', async () => {
    const ama = harness.listener()
    const entry = await addToHistory(ama, harness.catalog.addEpisode(), 50)
    await expect(harness.listener().call(DeleteHistoryEntry, { params: { id: entry.id } })).rejects.toMatchObject({
      status: 404,
    })
    expect(await ama.call(ListHistory, ME)).toHaveLength(1)
  })
})

describe('POST /api/listening-history', () => {
  it('adds an episode without points, whatever the body claims', async () => {
    const ama = harness.listener()
    const episode = harness.catalog.addEpisode({ lengthSeconds: 600 })
    const entry = await addToHistory(ama, episode, 50, { earnedPoints: 5000, completed: true })
    expect(entry).toMatchObject({
      userId: ama.id,
      progress: 50,
      completed: false,
      earnedPoints: 0,
      positionSeconds: 300,
    })
    expect(await total(ama)).toBe(0)
    expect(await ama.call(GetPoints, ME)).toMatchObject({ episodesListened: 1 })
  })

  it('returns an existing entry unchanged', async () => {
    const ama = harness.listener()
    const episode = harness.catalog.addEpisode()
    const first = await addToHistory(ama, episode, 50)
    const again = await ama.fetch(CreateHistoryEntry.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ episodeId: episode.id, podcastId: episode.podcastId, progress: 99, completed: true }),
    })
    expect(again.status).toBe(200)
    expect(await again.json()).toEqual(first)
  })

  it('creates one entry for ten simultaneous requests', async () => {
    const ama = harness.listener()
    const episode = harness.catalog.addEpisode()
    const made = await Promise.all(Array.from({ length: 10 }, () => addToHistory(ama, episode, 10)))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(await ama.call(GetPoints, ME)).toMatchObject({ episodesListened: 1 })
  })

  it('does not use up the points of the start', async () => {
    const ama = harness.listener()
    const episode = harness.catalog.addEpisode()
    await addToHistory(ama, episode, 10)
    expect((await start(ama, episode)).pointsEarned).toBe(5)
    expect(await ama.call(GetPoints, ME)).toMatchObject({ episodesListened: 1, totalPoints: 5 })
  })

  it('refuses an unknown episode and one of another podcast', async () => {
    const ama = harness.listener()
    const episode = harness.catalog.addEpisode()
    await expect(addToHistory(ama, { ...episode, podcastId: crypto.randomUUID() })).rejects.toMatchObject({
      status: 422,
    })
    await expect(addToHistory(ama, { ...episode, id: crypto.randomUUID() })).rejects.toMatchObject({ status: 404 })
    expect(await ama.call(ListHistory, ME)).toEqual([])

    await addToHistory(ama, episode, 10)
    await expect(addToHistory(ama, { ...episode, podcastId: crypto.randomUUID() })).rejects.toMatchObject({
      status: 422,
    })
  })

  it('accepts ids in upper case', async () => {
    const ama = harness.listener()
    const { id, podcastId, ...episode } = harness.catalog.addEpisode()
    const upper = { ...episode, id: id.toUpperCase(), podcastId: podcastId.toUpperCase() }

    const entry = await addToHistory(ama, upper, 10)
    expect(entry).toMatchObject({ episodeId: id, podcastId })
    expect(await addToHistory(ama, upper, 10)).toEqual(entry)
  })
})

describe('PUT /api/listening-history/:id', () => {
  it('moves the position, and completes the episode for good at 95 %', async () => {
    const ama = harness.listener()
    const { id } = await addToHistory(ama, harness.catalog.addEpisode({ lengthSeconds: 600 }))
    const move = (progress: number, completed = false) =>
      ama.call(UpdateHistoryEntry, { params: { id }, body: { progress, completed } })

    expect(await move(94.9, true)).toMatchObject({ completed: false, positionSeconds: 569, earnedPoints: 0 })
    expect(await move(95)).toMatchObject({ completed: true, positionSeconds: 570, earnedPoints: 0 })
    expect(await move(5)).toMatchObject({ completed: true, positionSeconds: 30, progress: 5 })
  })

  it('marks an episode as played and as unplayed, without points', async () => {
    const ama = harness.listener()
    const { id } = await addToHistory(ama, harness.catalog.addEpisode({ lengthSeconds: 600 }))
    const mark = (body: BodyOf<typeof UpdateHistoryEntry>) => ama.call(UpdateHistoryEntry, { params: { id }, body })
    for (const _ of [1, 2]) {
      expect(await mark({ progress: 100, completed: true })).toMatchObject({ completed: true, progress: 100 })
      const unplayed = { completed: false, progress: 0, positionSeconds: 0 }
      expect(await mark({ progress: 0, completed: false, unplayed: true })).toMatchObject(unplayed)
    }
    expect(await total(ama)).toBe(0)
  })

  it('marks an episode as unplayed that has an open session, which keeps its points', async () => {
    const ama = harness.listener()
    const episode = harness.catalog.addEpisode({ lengthSeconds: 100 })
    const session = await start(ama, episode)
    await harness.advance(100)
    await heartbeat(ama, session.id, 100, 98)
    const [entry] = await ama.call(ListHistory, ME)
    const body = { progress: 0, completed: false, unplayed: true } as const
    await ama.call(UpdateHistoryEntry, { params: { id: entry?.id ?? '' }, body })
    const points = await total(ama)
    expect(points).toBeGreaterThan(15)

    await end(ama, session.id, { listeningDuration: 100, totalProgress: 98 })
    expect(await ama.call(ListHistory, { ...ME, query: { episodeId: episode.id } })).toMatchObject([
      { completed: false, positionSeconds: 0 },
    ])
    await start(ama, episode)
    expect(await total(ama)).toBe(points)
  })

  it('returns 404 for an entry of another user', async () => {
    const { id } = await addToHistory(harness.listener(), harness.catalog.addEpisode())
    const body = { progress: 50, completed: false }
    await expect(harness.listener().call(UpdateHistoryEntry, { params: { id }, body })).rejects.toMatchObject({
      status: 404,
    })
  })
})

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

describe('the history during a session', () => {
  it('shows the position of the last heartbeat', async () => {
    const ama = harness.listener()
    const session = await start(ama, harness.catalog.addEpisode({ lengthSeconds: 600 }))
    await harness.advance(60)
    await heartbeat(ama, session.id, 60, 60)
    expect(await ama.call(ListHistory, ME)).toMatchObject([{ positionSeconds: 60, progress: 10, completed: false }])
  })
})
