import {
  CreateFavorite,
  CreateHistoryEntry,
  DeleteFavorite,
  DeleteHistoryEntry,
  GetLibraryCounts,
  ListFavorites,
  ListHistory,
  UpdateHistoryEntry,
} from '@griot/contracts/library'
import { GetPoints } from '@griot/contracts/points'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EpisodeFacts } from '../catalog/facts.ts'
import { beat, end, type Guest, type House, ME, openHouse, start, total } from '../testing/house.ts'

let house: House

beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const remember = (guest: Guest, episode: EpisodeFacts, progress = 0, more: object = {}) =>
  guest.call(CreateHistoryEntry, {
    body: { episodeId: episode.id, podcastId: episode.podcastId, progress, completed: false, ...more },
  })

describe('DELETE /api/listening-history/:id', () => {
  it('takes an entry out until the episode is heard again, and lets nothing be earned twice', async () => {
    const ama = house.guest()
    const episode = house.catalogue.addEpisode({ lengthSeconds: 600 })
    const entry = await remember(ama, episode, 50)
    await start(ama, episode)
    const before = await total(ama)

    await ama.call(DeleteHistoryEntry, { params: { id: entry.id } })
    expect(await ama.call(ListHistory, ME)).toEqual([])
    expect(await ama.call(ListHistory, { ...ME, query: { episodeId: episode.id } })).toEqual([])

    await house.pass(1)
    await start(ama, episode)
    expect(await ama.call(ListHistory, ME)).toMatchObject([{ id: entry.id, completed: false }])
    expect(await total(ama)).toBe(before)
  })

  it('knows nothing of the entries of others', async () => {
    const ama = house.guest()
    const entry = await remember(ama, house.catalogue.addEpisode(), 50)
    await expect(house.guest().call(DeleteHistoryEntry, { params: { id: entry.id } })).rejects.toMatchObject({
      status: 404,
    })
    expect(await ama.call(ListHistory, ME)).toHaveLength(1)
  })
})

describe('POST /api/listening-history', () => {
  it('remembers an episode and pays nothing, whatever the caller says they earned', async () => {
    const ama = house.guest()
    const episode = house.catalogue.addEpisode({ lengthSeconds: 600 })
    const entry = await remember(ama, episode, 50, { earnedPoints: 5000, completed: true })
    expect(entry).toMatchObject({
      userId: ama.id,
      progress: 50,
      completed: false,
      earnedPoints: 5,
      positionSeconds: 300,
    })
    expect(await total(ama)).toBe(0)
    expect(await ama.call(GetPoints, ME)).toMatchObject({ episodesListened: 1 })
  })

  it('answers the entry that is there already', async () => {
    const ama = house.guest()
    const episode = house.catalogue.addEpisode()
    const first = await remember(ama, episode, 50)
    const again = await ama.fetch(CreateHistoryEntry.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ episodeId: episode.id, podcastId: episode.podcastId, progress: 99, completed: true }),
    })
    expect(again.status).toBe(200)
    expect(await again.json()).toEqual(first)
  })

  it('makes one entry of ten at once, and counts one', async () => {
    const ama = house.guest()
    const episode = house.catalogue.addEpisode()
    const made = await Promise.all(Array.from({ length: 10 }, () => remember(ama, episode, 10)))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(await ama.call(GetPoints, ME)).toMatchObject({ episodesListened: 1 })
  })

  it('leaves the start bonus to the start', async () => {
    const ama = house.guest()
    const episode = house.catalogue.addEpisode()
    await remember(ama, episode, 10)
    expect((await start(ama, episode)).pointsEarned).toBe(5)
    expect(await ama.call(GetPoints, ME)).toMatchObject({ episodesListened: 1, totalPoints: 5 })
  })

  it('refuses an episode of another podcast, and one that does not exist', async () => {
    const ama = house.guest()
    const episode = house.catalogue.addEpisode()
    await expect(remember(ama, { ...episode, podcastId: crypto.randomUUID() })).rejects.toMatchObject({ status: 422 })
    await expect(remember(ama, { ...episode, id: crypto.randomUUID() })).rejects.toMatchObject({ status: 404 })
    expect(await ama.call(ListHistory, ME)).toEqual([])

    await remember(ama, episode, 10)
    await expect(remember(ama, { ...episode, podcastId: crypto.randomUUID() })).rejects.toMatchObject({ status: 422 })
  })
})

describe('PUT /api/listening-history/:id', () => {
  it('moves the place, completes by position and never takes it back', async () => {
    const ama = house.guest()
    const { id } = await remember(ama, house.catalogue.addEpisode({ lengthSeconds: 600 }))
    const move = (progress: number, completed = false) =>
      ama.call(UpdateHistoryEntry, { params: { id }, body: { progress, completed } })

    expect(await move(94.9, true)).toMatchObject({ completed: false, positionSeconds: 569, earnedPoints: 9 })
    expect(await move(95)).toMatchObject({ completed: true, positionSeconds: 570, earnedPoints: 10 })
    expect(await move(5)).toMatchObject({ completed: true, positionSeconds: 30, progress: 5 })
  })

  it('does not know the entry of somebody else', async () => {
    const { id } = await remember(house.guest(), house.catalogue.addEpisode())
    const body = { progress: 50, completed: false }
    await expect(house.guest().call(UpdateHistoryEntry, { params: { id }, body })).rejects.toMatchObject({
      status: 404,
    })
  })
})

describe('GET /api/user/:id/listening-history', () => {
  it('shows what was listened to last first, and one episode when asked', async () => {
    const ama = house.guest()
    const [one, two] = [house.catalogue.addEpisode(), house.catalogue.addEpisode()]
    for (const episode of [one, two, one]) {
      const session = await start(ama, episode)
      await house.pass(10)
      await end(ama, session.id, { listeningDuration: 10, totalProgress: 10 })
    }
    const history = await ama.call(ListHistory, ME)
    expect(history.map(({ episodeId }) => episodeId)).toEqual([one.id, two.id])
    const single = await ama.call(ListHistory, { ...ME, query: { episodeId: two.id } })
    expect(single.map(({ episodeId }) => episodeId)).toEqual([two.id])
    const some = await ama.call(ListHistory, { ...ME, query: { episodeIds: `${two.id},${crypto.randomUUID()}` } })
    expect(some.map(({ episodeId }) => episodeId)).toEqual([two.id])
  })

  it('knows what was begun and not finished, however long ago', async () => {
    const ama = house.guest()
    const [begun, sounding, ...others] = Array.from({ length: 4 }, () =>
      house.catalogue.addEpisode({ lengthSeconds: 600 }),
    )
    if (!begun || !sounding) throw new Error('there are four')
    await remember(ama, begun, 50)
    for (const [at, episode] of others.entries()) await remember(ama, episode, at === 0 ? 100 : 0)
    const session = await start(ama, sounding)
    const list = async () =>
      (await ama.call(ListHistory, { ...ME, query: { state: 'begun' } })).map(({ episodeId }) => episodeId)
    expect(await list()).toEqual([begun.id])

    await house.pass(60)
    await beat(ama, session.id, 60, 60)
    expect(await list()).toEqual([sounding.id, begun.id])
  })
})

describe('GET /api/user/:id/library-counts', () => {
  it('counts what the lists show, of everything or of one podcast', async () => {
    const ama = house.guest()
    const podcast = house.catalogue.addPodcast()
    const [one, two] = [house.catalogue.addEpisode(), house.catalogue.addEpisode()]
    const first = await remember(ama, one, 100)
    await remember(ama, two, 30)
    await ama.call(CreateFavorite, { body: { podcastId: podcast.id } })
    await remember(house.guest(), one, 100)

    const counts = (podcastId?: string) => ama.call(GetLibraryCounts, { ...ME, query: podcastId ? { podcastId } : {} })
    expect(await counts()).toEqual({ favorites: 1, listened: 2, completed: 1 })
    expect(await counts(one.podcastId)).toMatchObject({ favorites: 0, completed: 1 })
    expect(await counts(podcast.id)).toEqual({ favorites: 1, listened: 0, completed: 0 })

    await ama.call(DeleteHistoryEntry, { params: { id: first.id } })
    expect(await counts()).toEqual({ favorites: 1, listened: 1, completed: 0 })
  })
})

describe('the history while something plays', () => {
  it('shows the place of the last heartbeat', async () => {
    const ama = house.guest()
    const session = await start(ama, house.catalogue.addEpisode({ lengthSeconds: 600 }))
    expect(await ama.call(ListHistory, ME)).toMatchObject([{ positionSeconds: 0, progress: 0 }])
    await house.pass(60)
    await beat(ama, session.id, 60, 60)
    expect(await ama.call(ListHistory, ME)).toMatchObject([{ positionSeconds: 60, progress: 10, completed: false }])
  })
})

describe('favorites', () => {
  const add = (guest: Guest, podcastId: string) => guest.call(CreateFavorite, { body: { podcastId } })

  it('are one a podcast, newest first, and go away', async () => {
    const ama = house.guest()
    const [one, two] = [house.catalogue.addPodcast(), house.catalogue.addPodcast()]
    const first = await add(ama, one.id)
    await house.pass(1)
    const second = await add(ama, two.id)
    expect(await add(ama, one.id)).toEqual(first)
    expect(await ama.call(ListFavorites, ME)).toEqual([second, first])
    expect(await ama.call(ListFavorites, { ...ME, query: { podcastId: one.id } })).toEqual([first])

    await ama.call(DeleteFavorite, { params: { id: first.id } })
    expect(await ama.call(ListFavorites, ME)).toEqual([second])
    await expect(ama.call(DeleteFavorite, { params: { id: first.id } })).rejects.toMatchObject({ status: 404 })
  })

  it('cannot be of a podcast that does not exist, nor be removed by somebody else', async () => {
    const ama = house.guest()
    await expect(add(ama, crypto.randomUUID())).rejects.toMatchObject({ status: 404, code: 'podcast.not_found' })
    const { id } = await add(ama, house.catalogue.addPodcast().id)
    await expect(house.guest().call(DeleteFavorite, { params: { id } })).rejects.toMatchObject({ status: 404 })
    expect(await ama.call(ListFavorites, ME)).toHaveLength(1)
  })

  it('neither double nor fail when they are added and removed crosswise', async () => {
    const ama = house.guest()
    const podcasts = Array.from({ length: 5 }, () => house.catalogue.addPodcast())
    const toggle = async (id: string) => {
      const favorite = await add(ama, id)
      await ama.call(DeleteFavorite, { params: { id: favorite.id } }).catch((error: { status: number }) => {
        // Somebody else's toggle was faster.
        expect(error.status).toBe(404)
      })
      return add(ama, id)
    }
    const rounds = Array.from({ length: 8 }, () => [...podcasts, ...podcasts.toReversed()]).flat()
    await Promise.all(rounds.map(({ id }) => toggle(id)))
    expect(await ama.call(ListFavorites, ME)).toHaveLength(5)
  })
})
