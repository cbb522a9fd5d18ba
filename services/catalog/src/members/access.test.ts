import { GetChapters, SaveChapters } from '@griot/contracts/catalog/chapters'
import { DeletePodcastCover, UploadPodcastCover } from '@griot/contracts/catalog/covers'
import {
  CreateEpisode,
  DeleteEpisode,
  GetEpisode,
  GetEpisodeNeighbours,
  ListEpisodes,
  ListPodcastEpisodes,
  UpdateEpisode,
} from '@griot/contracts/catalog/episodes'
import {
  AcceptInvitation,
  ChangeMemberRole,
  DeclineInvitation,
  GetInvitation,
  GetPodcastAccess,
  InviteMember,
  ListInvitations,
  ListMembers,
  RemoveMember,
  RevokeInvitation,
} from '@griot/contracts/catalog/members'
import { DeletePodcast, ListPodcasts, UpdatePodcast } from '@griot/contracts/catalog/podcasts'
import { type Endpoint, pathFor } from '@griot/contracts/endpoint'
import { person } from '@griot/service-kit/testing/identity'
import { plainPicture } from '@griot/service-kit/testing/plain-picture'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EPISODE, startCatalog, type TestCatalog } from '../testing/harness.ts'
import { CALLERS, createTeam, invite, join, type Team } from '../testing/team.ts'

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog()
})
afterAll(() => catalog.close())

interface Request {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}
type Prepare = (team: Team) => Promise<Request> | Request

let number = 100
const nextNumber = () => {
  number += 1
  return number
}

const ofShow = (more: Request = {}): Prepare => {
  return ({ podcast }) => ({ ...more, params: { id: podcast.id } })
}
const ofDraft = (more: Request = {}): Prepare => {
  return async ({ host, podcast }) => {
    const body = { ...EPISODE, podcastId: podcast.id, status: 'draft' as const, episodeNumber: nextNumber() }
    const { id } = await catalog.as(host).call(CreateEpisode, { body })
    return { ...more, params: { id } }
  }
}
const ofMember = (more: Request = {}): Prepare => {
  return async ({ host, podcast }) => {
    const { id } = await join(catalog, host, podcast.id, 'analyst')
    return { ...more, params: { id: podcast.id, userId: id } }
  }
}
const ofToken: Prepare = async ({ host, podcast }) => ({
  params: { token: await invite(catalog, host, podcast.id, 'analyst') },
})
const ofInvitation: Prepare = async ({ host, podcast }) => {
  const { id } = await catalog
    .as(host)
    .call(InviteMember, { params: { id: podcast.id }, body: { role: 'editor', email: '' } })
  return { params: { id: podcast.id, invitationId: id } }
}

const cover = () => {
  const form = new FormData()
  form.set('cover', new File([plainPicture(400)], 'cover.png', { type: 'image/png' }))
  return form
}

// The statuses in the order of CALLERS: signed out, stranger, analyst, editor, owner, host, admin.
const MATRIX: [Endpoint, Prepare, number[]][] = [
  [GetPodcastAccess, ofShow(), [401, 200, 200, 200, 200, 200, 200]],
  [UpdatePodcast, ofShow({ body: { description: 'New.' } }), [401, 404, 403, 200, 200, 200, 404]],
  [UploadPodcastCover, ofShow({ body: 'cover' }), [401, 404, 403, 201, 201, 201, 404]],
  [DeletePodcastCover, ofShow(), [401, 404, 403, 200, 200, 200, 404]],
  [GetEpisode, ofDraft(), [404, 404, 200, 200, 200, 200, 200]],
  [GetEpisodeNeighbours, ofDraft(), [404, 404, 200, 200, 200, 200, 200]],
  [UpdateEpisode, ofDraft({ body: { title: 'New' } }), [401, 404, 403, 200, 200, 200, 404]],
  [GetChapters, ofDraft(), [401, 404, 403, 200, 200, 200, 404]],
  [SaveChapters, ofDraft({ body: { chapters: [] } }), [401, 404, 403, 200, 200, 200, 404]],
  [DeleteEpisode, ofDraft(), [401, 404, 403, 200, 200, 200, 404]],
  [ListMembers, ofShow(), [401, 404, 200, 200, 200, 200, 200]],
  [ChangeMemberRole, ofMember({ body: { role: 'editor' } }), [401, 404, 403, 403, 200, 200, 404]],
  [RemoveMember, ofMember(), [401, 404, 403, 403, 200, 200, 404]],
  [InviteMember, ofShow({ body: { role: 'editor' } }), [401, 404, 403, 403, 201, 201, 404]],
  [ListInvitations, ofShow(), [401, 404, 403, 403, 200, 200, 404]],
  [RevokeInvitation, ofInvitation, [401, 404, 403, 403, 200, 200, 404]],
  [GetInvitation, ofToken, [401, 200, 409, 409, 409, 409, 200]],
  [AcceptInvitation, ofToken, [401, 200, 409, 409, 409, 409, 200]],
  [DeclineInvitation, ofToken, [401, 200, 409, 409, 409, 409, 200]],
]

describe.each(MATRIX)('$method $path', (endpoint, prepare, statuses) => {
  it.each(CALLERS.map((caller, at) => [caller, statuses[at]] as const))('returns to %s %i', async (caller, status) => {
    const team = await createTeam(catalog)
    const { body, ...place } = await prepare(team)

    const response = await catalog.as(team.callers[caller]).fetch(pathFor(endpoint, place), {
      method: endpoint.method,
      ...(body === 'cover' && { body: cover() }),
      ...(typeof body === 'object' && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    })

    expect(response.status).toBe(status)
    await response.body?.cancel()
  })
})

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
    expect((await catalog.as(null).call(ListPodcasts, { query: { ids: team.podcast.id } }))[0]).not.toHaveProperty(
      'role',
    )
  })
})
