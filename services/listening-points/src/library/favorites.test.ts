import { CreateFavorite, DeleteFavorite, ListFavorites } from '@griot/contracts/library'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHarness, type Harness, ME, type TestListener } from '../testing/harness.ts'

let harness: Harness

beforeAll(async () => {
  harness = await createHarness()
})
afterAll(() => harness.close())

describe('favorites', () => {
  const add = (listener: TestListener, podcastId: string) => listener.call(CreateFavorite, { body: { podcastId } })

  it('are unique per podcast, listed newest first, and removable', async () => {
    const ama = harness.listener()
    const [one, two] = [harness.catalog.addPodcast(), harness.catalog.addPodcast()]
    const first = await add(ama, one.id)
    await harness.advance(1)
    const second = await add(ama, two.id)
    expect(await add(ama, one.id)).toEqual(first)
    expect(await ama.call(ListFavorites, ME)).toEqual([second, first])
    expect(await ama.call(ListFavorites, { ...ME, query: { podcastId: one.id } })).toEqual([first])

    await ama.call(DeleteFavorite, { params: { id: first.id } })
    expect(await ama.call(ListFavorites, ME)).toEqual([second])
    await expect(ama.call(DeleteFavorite, { params: { id: first.id } })).rejects.toMatchObject({ status: 404 })
  })

  it('refuse an unknown podcast and removal by another user', async () => {
    const ama = harness.listener()
    await expect(add(ama, crypto.randomUUID())).rejects.toMatchObject({ status: 404, code: 'podcast.not_found' })
    const { id } = await add(ama, harness.catalog.addPodcast().id)
    await expect(harness.listener().call(DeleteFavorite, { params: { id } })).rejects.toMatchObject({ status: 404 })
    expect(await ama.call(ListFavorites, ME)).toHaveLength(1)
  })

  it('survive simultaneous additions and removals', async () => {
    const ama = harness.listener()
    const podcasts = Array.from({ length: 5 }, () => harness.catalog.addPodcast())
    const toggle = async (id: string) => {
      const favorite = await add(ama, id)
      await ama.call(DeleteFavorite, { params: { id: favorite.id } }).catch((error: { status: number }) => {
        // A parallel removal was faster.
        expect(error.status).toBe(404)
      })
      return add(ama, id)
    }
    const rounds = Array.from({ length: 8 }, () => [...podcasts, ...podcasts.toReversed()]).flat()
    await Promise.all(rounds.map(({ id }) => toggle(id)))
    expect(await ama.call(ListFavorites, ME)).toHaveLength(5)
  })
})
