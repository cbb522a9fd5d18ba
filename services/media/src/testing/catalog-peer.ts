import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Episode, GetEpisode, ListEpisodes } from '@griot/contracts/catalog/episodes'
import { GetPodcastAccess } from '@griot/contracts/catalog/members'
import { GetPreviewedEpisode } from '@griot/contracts/catalog/previews'
import type { MemberRole } from '@griot/contracts/catalog/roles'
import { ReadFutureHosts } from '@griot/service-kit/catalog/future-hosts'
import { createApp } from '@griot/service-kit/http/app'
import { orNotFound } from '@griot/service-kit/http/errors'
import { on } from '@griot/service-kit/http/route'
import { KEEP_ALIVE_MS } from '@griot/service-kit/http/serve'
import type { VerifyIdentity } from '@griot/service-kit/identity/identity'
import { createLog } from '@griot/service-kit/log/log'

export type KnownEpisode = Pick<Episode, 'hostId'> &
  Partial<Pick<Episode, 'status' | 'audioFileId' | 'hiddenReason'>> & {
    /** Members of the show by user id. */
    members?: Record<string, MemberRole>
  }

/** Implements the part of catalog’s contract that media calls: episodes, roles and private links. */
export const serveCatalog = async (verify: VerifyIdentity) => {
  const episodes = new Map<string, KnownEpisode>()
  /** Episode ids by token. */
  const previews = new Map<string, string>()
  const episodeOf = (id: string) => {
    const { members: _, ...known } = orNotFound(episodes.get(id), 'episode')
    return { ...ANY_EPISODE, ...known, id, podcastId: id }
  }
  const roleIn = (id: string, userId: string | undefined) => {
    const known = episodes.get(id)
    if (userId === undefined || known === undefined) return null
    return known.hostId === userId ? 'owner' : (known.members?.[userId] ?? null)
  }
  const app = createApp({
    verify,
    log: createLog('catalog', 'silent'),
    routes: [
      on(GetEpisode, ({ user, params }) => {
        const episode = episodeOf(params.id)
        const isVisible = episode.status === 'published' || user?.isAdmin || roleIn(params.id, user?.id) !== null
        return orNotFound(isVisible ? episode : null, 'episode')
      }),
      on(ListEpisodes, ({ user, query }) =>
        (query.ids ?? []).filter((id) => roleIn(id, user?.id) !== null).map((id) => episodeOf(id)),
      ),
      on(GetPodcastAccess, ({ user, params }) => {
        const role = roleIn(params.id, user.id)
        return {
          role,
          mayRead: role !== null,
          mayEdit: role !== null && role !== 'analyst',
          mayManage: role === 'owner',
        }
      }),
      on(ReadFutureHosts, ({ user, query }) =>
        query.ids.flatMap((episodeId) => {
          const known = episodes.get(episodeId)
          if (known === undefined) return []
          const heir = Object.entries(known.members ?? {}).find(([, role]) => role === 'owner')?.[0]
          const hostId = known.hostId === user.id ? heir : known.hostId
          return hostId === undefined ? [] : [{ episodeId, hostId, hostName: 'Kofi' }]
        }),
      ),
      on(GetPreviewedEpisode, ({ params }) => {
        const id = orNotFound(previews.get(params.token), 'episode_preview')
        return { ...episodeOf(id), expiresAt: new Date().toISOString() }
      }),
    ],
  })
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, app.callback())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    episodes,
    previews,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const ANY_EPISODE: Omit<Episode, 'id' | 'podcastId' | 'hostId'> = {
  title: 'The river',
  description: 'A story.',
  audioFileId: null,
  audioUrl: null,
  duration: 60,
  episodeNumber: 1,
  releaseDate: new Date(0).toISOString(),
  podcastTitle: 'Stories',
  status: 'published',
  publishAt: null,
}
