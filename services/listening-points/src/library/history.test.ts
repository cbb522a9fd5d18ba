import type { BodyOf } from '@griot/contracts/endpoint'
import { CreateHistoryEntry, DeleteHistoryEntry, ListHistory, UpdateHistoryEntry } from '@griot/contracts/library'
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
    expect(await harness.earnStart(ama, episode)).toMatchObject({ pointsEarned: 5 })
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
