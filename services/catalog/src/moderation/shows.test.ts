import { FeaturePodcast, HidePodcast, ListShows, type ShowState } from '@griot/contracts/catalog/moderation'
import { person } from '@griot/service-kit/testing/identity'
import { describe, expect, it } from 'vitest'
import { admin, catalog, host, withPublishing } from '../testing/publishing.ts'

withPublishing()

const shows = (query: { search?: string; state?: ShowState } = {}) => catalog.as(admin).call(ListShows, { query })
const idsOf = async (query: Parameters<typeof shows>[0]) => (await shows(query)).map(({ id }) => id)

describe('GET /api/admin/shows', () => {
  it('lists podcasts of all hosts by state, with their numbers', async () => {
    const empty = await catalog.podcast(person(), { title: 'Empty' })
    const listed = await catalog.listedPodcast(host, { title: 'Listed' })
    await catalog.episode(host, listed.id, { title: 'Silent', episodeNumber: 7 })
    const hidden = await catalog.listedPodcast(person(), { title: 'Hidden' })
    await catalog.as(admin).call(HidePodcast, { params: { id: hidden.id }, body: { reason: 'Copied.' } })
    const featured = await catalog.listedPodcast(person(), { title: 'Featured' })
    await catalog.as(admin).call(FeaturePodcast, { params: { id: featured.id }, body: {} })

    expect(await idsOf({})).toEqual([featured.id, hidden.id, listed.id, empty.id])
    expect(await idsOf({ state: 'listed' })).toEqual([featured.id, listed.id])
    expect(await idsOf({ state: 'empty' })).toEqual([empty.id])
    expect(await idsOf({ state: 'featured' })).toEqual([featured.id])
    expect(await shows({ state: 'hidden' })).toMatchObject([
      { id: hidden.id, hiddenReason: 'Copied.', isListed: false, isFeatured: false, isHostBlocked: false },
    ])
    expect(await shows({ search: 'listed' })).toMatchObject([{ id: listed.id, episodeCount: 2, isListed: true }])
    expect(await idsOf({ search: listed.id })).toEqual([listed.id])
    expect(await idsOf({ search: host.id, state: 'listed' })).toEqual([listed.id])
    expect(await idsOf({ search: 'mensah', state: 'empty' })).toEqual([empty.id])
  })

  it('pages through a state without an index', async () => {
    await catalog.deletePodcasts()
    const created = []
    for (const title of ['One', 'Two', 'Three']) created.push((await catalog.podcast(host, { title })).id)
    const page = async (path: string) => {
      const response = await catalog.as(admin).fetch(path)
      const next = response.headers.get('link')?.match(/^<([^>]+)>/)?.[1]
      return { ids: ((await response.json()) as { id: string }[]).map(({ id }) => id), next }
    }
    const first = await page('/api/admin/shows?state=empty&limit=2')
    const second = await page(first.next ?? '')
    expect([...first.ids, ...second.ids]).toEqual(created.reverse())
    expect(second.next).toBeUndefined()
  })
})
