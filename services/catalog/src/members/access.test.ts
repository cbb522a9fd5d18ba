import { CreateEpisode, ListEpisodes, ListPodcastEpisodes } from '@griot/contracts/catalog/episodes'
import { GetPodcastAccess } from '@griot/contracts/catalog/members'
import { DeletePodcast, ListPodcasts } from '@griot/contracts/catalog/podcasts'
import { pathFor } from '@griot/contracts/endpoint'
import { person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EPISODE, startCatalog, type TestCatalog } from '../testing/harness.ts'
import { CALLERS, createTeam } from '../testing/team.ts'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())

let number = 100
const nextNumber = () => {
  number += 1
  return number
}

describe('a member of a show', () => {
  it('creates an episode as editor and owner only', async () => {
    const { callers, podcast, host } = await createTeam(catalog)
    const create = async (caller: (typeof CALLERS)[number]) => {
      const body = { ...EPISODE, podcastId: podcast.id, episodeNumber: nextNumber(), status: 'draft' }
      const response = await catalog.post(callers[caller], CreateEpisode.path, body)
      return [response.status, ((await response.json()) as { hostId?: string }).hostId]
    }

    expect(await Promise.all(CALLERS.map(create))).toEqual([
      [401, undefined],
      [404, undefined],
      [403, undefined],
      [201, host.id],
      [201, host.id],
      [201, host.id],
      [404, undefined],
    ])
  })

  it('deletes the show as owner only', async () => {
    const { callers, podcast } = await createTeam(catalog)
    const remove = async (caller: (typeof CALLERS)[number]) =>
      (
        await catalog
          .as(callers[caller])
          .fetch(pathFor(DeletePodcast, { params: { id: podcast.id } }), { method: 'DELETE' })
      ).status

    expect(await remove('signed out')).toBe(401)
    expect(await remove('a stranger')).toBe(404)
    expect(await remove('an analyst')).toBe(403)
    expect(await remove('an editor')).toBe(403)
    expect(await remove('an admin')).toBe(404)
    expect(await remove('an owner')).toBe(200)
  })

  it('finds the show, its drafts and the own role in the own lists', async () => {
    const team = await createTeam(catalog)
    const draft = await catalog.as(team.host).call(CreateEpisode, {
      body: { ...EPISODE, podcastId: team.podcast.id, status: 'draft' },
    })
    await catalog.podcast(person())

    for (const [who, role] of [
      [team.analyst, 'analyst'],
      [team.editor, 'editor'],
      [team.owner, 'owner'],
      [team.host, 'owner'],
    ] as const) {
      for (const query of [{ hostId: 'me' }, { scope: 'studio' }] as const) {
        expect(await catalog.as(who).call(ListPodcasts, { query })).toMatchObject([{ id: team.podcast.id, role }])
        expect(await catalog.as(who).call(ListEpisodes, { query })).toMatchObject([{ id: draft.id, role }])
      }
      const ofShow = { params: { id: team.podcast.id }, query: { include: 'unpublished' } } as const
      expect(await catalog.as(who).call(ListPodcastEpisodes, ofShow)).toMatchObject([{ id: draft.id, role }])
    }
    const stranger = catalog.as(person())
    expect(await stranger.call(ListPodcasts, { query: { hostId: 'me' } })).toEqual([])
    expect(await stranger.call(ListEpisodes, { query: { hostId: team.host.id } })).toEqual([])
    const all = await catalog.as(person({ roles: ['admin'] })).call(ListPodcasts, { query: { scope: 'studio' } })
    expect(all.find(({ id }) => id === team.podcast.id)).toMatchObject({ role: null })
    await catalog.playableEpisode(team.host, team.podcast.id, { episodeNumber: 2 })
    expect(await stranger.call(GetPodcastAccess, { params: { id: team.podcast.id } })).toMatchObject({ role: null })
    expect((await catalog.as(null).call(ListPodcasts, { query: { ids: team.podcast.id } }))[0]).not.toHaveProperty(
      'role',
    )
  })
})
