import { DeleteSavedEpisode, ListFavorites, ListSavedEpisodes, SaveEpisode } from '@griot/contracts/library'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHarness, type Harness, ME, type TestListener } from '../testing/harness.ts'

let harness: Harness

beforeAll(async () => {
  harness = await createHarness()
})
afterAll(() => harness.close())

describe('saved episodes', () => {
  const save = (listener: TestListener, episodeId: string) => listener.call(SaveEpisode, { body: { episodeId } })

  it('are unique, listed newest first page by page, and removable', async () => {
    const ama = harness.listener()
    const [one, two] = [harness.catalog.addEpisode(), harness.catalog.addEpisode()]
    const first = await save(ama, one.id)
    expect(first).toMatchObject({ userId: ama.id, episodeId: one.id, podcastId: one.podcastId })
    await harness.advance(1)
    const second = await save(ama, two.id)
    expect(await save(ama, one.id)).toEqual(first)
    expect(await ama.call(ListSavedEpisodes, ME)).toEqual([second, first])
    expect(await ama.call(ListSavedEpisodes, { ...ME, query: { episodeId: one.id } })).toEqual([first])
    expect(await ama.call(ListFavorites, ME)).toEqual([])

    const page = await ama.fetch('/api/user/me/saved-episodes?limit=1')
    expect(await page.json()).toEqual([second])
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
    expect(await (await ama.fetch(next)).json()).toEqual([first])

    await ama.call(DeleteSavedEpisode, { params: { id: first.id } })
    expect(await ama.call(ListSavedEpisodes, ME)).toEqual([second])
    await expect(ama.call(DeleteSavedEpisode, { params: { id: first.id } })).rejects.toMatchObject({ status: 404 })
  })

  it('refuse an unknown episode and removal by another user', async () => {
    const ama = harness.listener()
    await expect(save(ama, crypto.randomUUID())).rejects.toMatchObject({ status: 404, code: 'episode.not_found' })
    const { id } = await save(ama, harness.catalog.addEpisode().id)
    await expect(harness.listener().call(DeleteSavedEpisode, { params: { id } })).rejects.toMatchObject({
      status: 404,
      code: 'saved_episode.not_found',
    })
    expect(await ama.call(ListSavedEpisodes, ME)).toHaveLength(1)
  })

  it('are saved once by ten simultaneous requests', async () => {
    const ama = harness.listener()
    const { id } = harness.catalog.addEpisode()
    const saved = await Promise.all(Array.from({ length: 10 }, () => save(ama, id)))
    expect(new Set(saved.map((one) => one.id)).size).toBe(1)
  })
})
