import { randomUUID } from 'node:crypto'
import {
  GetEpisode,
  GetEpisodeNeighbours,
  ListEpisodes,
  ListPodcastEpisodes,
  UpdateEpisode,
} from '@griot/contracts/catalog/episodes'
import { GetPodcast } from '@griot/contracts/catalog/podcasts'
import { CreatePreview, GetPreviewedEpisode } from '@griot/contracts/catalog/previews'
import { type Endpoint, pathFor } from '@griot/contracts/endpoint'
import { MediaDeleted, MediaProcessed } from '@griot/contracts/events'
import { SendReport } from '@griot/contracts/reports'
import { READ_YOUR_WRITES_HEADER } from '@griot/service-kit/http/read-your-writes'
import { type Person, person } from '@griot/service-kit/testing/identity'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { event, startCatalog, startEvents, type TestCatalog } from '../testing/harness.ts'
import { CALLERS, createTeam, type Team, tokenOf } from '../testing/team.ts'

let catalog: TestCatalog
let events: ReturnType<typeof startEvents>
let team: Team
/** Published, without audio. */
let episodeId: string
beforeAll(async () => {
  catalog = await startCatalog()
  events = startEvents(catalog)
})
afterAll(async () => {
  await events.close()
  await catalog.close()
})
beforeEach(async () => {
  team = await createTeam(catalog)
  episodeId = (await catalog.episode(team.host, team.podcast.id)).id
})

const statusOf = async (who: Person | null, endpoint: Endpoint, id: string, headers: Record<string, string> = {}) => {
  const response = await catalog.as(who).fetch(pathFor(endpoint, { params: { id } }), { headers })
  await response.body?.cancel()
  return response.status
}
const showStatus = (who: Person | null) => statusOf(who, GetPodcast, team.podcast.id)
const addPlayable = () => catalog.playableEpisode(team.host, team.podcast.id, { episodeNumber: 2 })
const setStatus = (id: string, status: 'draft' | 'published') =>
  catalog.as(team.host).call(UpdateEpisode, { params: { id }, body: { status } })

// The statuses in the order of CALLERS: signed out, stranger, analyst, editor, owner, host, admin.
const EMPTY = [404, 404, 200, 200, 200, 200, 200]
const OF_PODCAST = [GetPodcast, ListPodcastEpisodes]
const OF_EPISODE = [GetEpisode, GetEpisodeNeighbours]

describe.each([...OF_PODCAST, ...OF_EPISODE])('$method $path of a podcast without a playable episode', (endpoint) => {
  it.each(CALLERS.map((caller, at) => [caller, EMPTY[at]] as const))('returns to %s %i', async (caller, status) => {
    const id = OF_PODCAST.some((one) => one === endpoint) ? team.podcast.id : episodeId

    expect(await statusOf(team.callers[caller], endpoint, id)).toBe(status)
    await addPlayable()
    expect(await statusOf(team.callers[caller], endpoint, id)).toBe(200)
  })
})

describe('POST /api/reports about a podcast without a playable episode', () => {
  it.each(CALLERS.map((caller, at) => [caller, [401, 404, 201, 201, 201, 201, 201][at]] as const))(
    'returns to %s %i',
    async (caller, status) => {
      for (const about of [
        { subject: 'podcast', id: team.podcast.id },
        { subject: 'episode', id: episodeId },
      ]) {
        const response = await catalog.post(team.callers[caller], SendReport.path, { ...about, reason: 'spam' })
        expect(response.status).toBe(status)
      }
    },
  )
})

describe('a podcast without a playable episode', () => {
  it('keeps its published episodes from the public lists', async () => {
    const listed = async () => {
      const lists = await Promise.all([
        catalog.as(null).call(ListEpisodes, { query: { limit: 100 } }),
        catalog.as(null).call(ListEpisodes, { query: { ids: episodeId } }),
        catalog.as(null).call(ListEpisodes, { query: { hostId: team.host.id } }),
        catalog.as(null).call(ListEpisodes, { query: { search: 'susu', limit: 100 } }),
      ])
      return lists.map((list) => list.some(({ id }) => id === episodeId))
    }

    expect(await listed()).toEqual([false, false, false, false])
    await addPlayable()
    expect(await listed()).toEqual([true, true, true, true])
  })

  it('is visible as soon as its first episode is published, and hidden when its last one is withdrawn', async () => {
    const { id } = await addPlayable()
    await setStatus(id, 'draft')
    for (const who of [null, person()]) expect(await showStatus(who)).toBe(404)

    await setStatus(id, 'published')
    for (const who of [null, person()]) expect(await showStatus(who)).toBe(200)
    expect(await statusOf(null, GetEpisode, episodeId)).toBe(200)

    await setStatus(id, 'draft')
    for (const who of [null, person()]) expect(await showStatus(who)).toBe(404)
    expect(await statusOf(null, GetEpisode, episodeId)).toBe(404)
    expect(await showStatus(team.analyst)).toBe(200)
  })

  it('follows the audio of its only episode', async () => {
    expect(await showStatus(null)).toBe(404)

    const audio = { episodeId, audioFileId: randomUUID(), duration: 31 }
    await events.deliver([event(MediaProcessed, { ...audio, version: 1 })])
    expect(await showStatus(null)).toBe(200)

    await events.deliver([event(MediaDeleted, { episodeId, version: 2, audioFileId: null, duration: null })])
    expect(await showStatus(null)).toBe(404)
  })

  it('is visible to its host right after a write, and not to a stranger who has just written', async () => {
    const headers = { [READ_YOUR_WRITES_HEADER]: '0' }
    for (const endpoint of OF_PODCAST) {
      expect(await statusOf(team.host, endpoint, team.podcast.id, headers)).toBe(200)
      expect(await statusOf(person(), endpoint, team.podcast.id, headers)).toBe(404)
    }
  })

  it('does not close the private link to a draft', async () => {
    const draft = await catalog.draft(team.host, (await catalog.podcast(team.host)).id)
    const { link } = await catalog.as(team.host).call(CreatePreview, { params: { id: draft.id }, body: {} })

    const shown = await catalog.as(person()).call(GetPreviewedEpisode, { params: { token: tokenOf(link) } })
    expect(shown).toMatchObject({ id: draft.id, status: 'draft' })
    expect(await statusOf(person(), GetPodcast, draft.podcastId)).toBe(404)
  })
})
