import { CreateEpisode } from '@griot/contracts/catalog/episodes'
import { ListStudioPodcasts } from '@griot/contracts/catalog/studio'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EPISODE, PODCAST, startCatalog, type TestCatalog } from '../testing/harness.ts'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())

describe('GET /api/studio/podcasts', () => {
  it('counts published and other episodes of each of the caller’s podcasts', async () => {
    const host = person()
    const empty = await catalog.podcast(host, { title: 'Empty' })
    const full = await catalog.podcast(host, { title: 'Full' })
    await catalog.playableEpisode(host, full.id)
    const draft = { ...EPISODE, podcastId: full.id, status: 'draft', episodeNumber: 2 } as const
    await catalog.as(host).call(CreateEpisode, { body: draft })

    expect(await catalog.as(host).call(ListStudioPodcasts, {})).toEqual([
      { ...full, role: 'owner', publishedCount: 1, unpublishedCount: 1, isListed: true },
      { ...empty, role: 'owner', publishedCount: 0, unpublishedCount: 0, isListed: false },
    ])
  })

  it('lists the podcasts page by page', async () => {
    const host = person()
    for (const title of ['One', 'Two', 'Three']) await catalog.podcast(host, { title })

    const first = await catalog.as(host).fetch('/api/studio/podcasts?limit=2')
    expect(await first.json()).toMatchObject([{ title: 'Three' }, { title: 'Two' }])
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    expect(await (await catalog.as(host).fetch(next)).json()).toMatchObject([{ title: 'One' }])
  })

  it('refuses visitors, and shows a stranger or an admin only their own podcasts', async () => {
    const podcast = await catalog.podcast(person(), PODCAST)
    expect((await catalog.as(null).fetch('/api/studio/podcasts')).status).toBe(401)
    for (const other of [person(), person({ roles: ['admin'] })]) {
      const listed = await catalog.as(other).call(ListStudioPodcasts, {})
      expect(listed.map(({ id }) => id)).not.toContain(podcast.id)
    }
  })
})
