import {
  CreateEpisode,
  DeleteEpisode,
  type Episode,
  GetEpisode,
  GetEpisodeNeighbours,
  ListEpisodes,
  ListNewestEpisodes,
  ListPodcastEpisodes,
  UpdateEpisode,
} from '@griot/contracts/catalog/episodes'
import type { Queryable } from '@griot/service-kit/db/db'
import type { Call } from '@griot/service-kit/http/parse-request'
import { on } from '@griot/service-kit/http/route'
import { type Catalog, isNotFound, limitOf, listScope, respondIfVisible } from '../catalog.ts'
import { mayRead } from '../members/access.ts'
import { findPodcast } from '../podcasts/podcasts.queries.ts'
import { requireVisible } from '../podcasts/require-visible.ts'
import { createEpisode } from './create-episode.ts'
import { findAdjacent, listEpisodes, listNewestEpisodes, listPodcastEpisodes } from './episodes.queries.ts'
import { requireEpisode } from './require-episode.ts'
import { deleteEpisode, updateEpisode } from './update-episode.ts'

export const episodeRoutes = (catalog: Catalog) => {
  const { db, cache } = catalog

  const respond = <Result>(
    call: Pick<Call<typeof GetEpisode>, 'user' | 'params' | 'header'>,
    key: string,
    read: (from: Queryable, episode: Episode) => Promise<Result>,
  ) =>
    respondIfVisible(catalog, call, `${key} ${call.params.id}`, async (from, viewer) =>
      read(from, await requireEpisode(from, call.params.id, viewer)),
    )

  return [
    on(ListEpisodes, (call) => {
      const { scope: _, ...query } = call.query
      const { includesUnpublished, ...scope } = listScope(call.query, call.user)
      const filter = {
        ...query,
        limit: limitOf(call.query),
        hostId: undefined,
        ...scope,
        shownOnly: !includesUnpublished,
      }
      return cache.page(call, 'episodes', filter, listEpisodes)
    }),

    on(ListNewestEpisodes, (call) => {
      const { query } = call
      return cache.item(call, `newest ${JSON.stringify(query)}`, (from) => listNewestEpisodes(from, query))
    }),

    on(ListPodcastEpisodes, async (call) => {
      const { user, params, query } = call
      const { include, ...rest } = query
      const includesUnpublished = include !== undefined && (await mayRead(db, params.id, user))
      const shows = includesUnpublished ? 'all' : 'public'
      const viewerId = includesUnpublished ? user?.id : undefined
      const filter = { ...rest, podcastId: params.id, viewerId, shows } as const
      try {
        return await cache.page(call, 'episodes of', filter, async (from) => {
          const page = await listPodcastEpisodes(from, filter)
          if (page.items.length === 0) await requireVisible(from, await findPodcast(from, params.id), null)
          return page
        })
      } catch (error) {
        if (user === null || !isNotFound(error)) throw error
        await requireVisible(db, await findPodcast(db, params.id), user)
        const page = await listPodcastEpisodes(db, { ...filter, shows: 'published' })
        call.nextPage(page.next)
        return page.items
      }
    }),

    on(GetEpisode, (call) => respond(call, 'episode', async (_, episode) => episode)),

    on(GetEpisodeNeighbours, (call) => respond(call, 'neighbours', findAdjacent)),

    on(CreateEpisode, async (call) => {
      const episode = await createEpisode(catalog, call)
      const { id, podcastId, status } = episode
      call.log.info({ episodeId: id, podcastId, status, userId: call.user.id }, 'episode created')
      return episode
    }),

    on(UpdateEpisode, async (call) => {
      const episode = await updateEpisode(catalog, call)
      call.log.info({ episodeId: episode.id, status: episode.status, userId: call.user.id }, 'episode updated')
      return episode
    }),

    on(DeleteEpisode, async ({ user, params, query, log }) => {
      const { id, podcastId } = await deleteEpisode(db, params.id, user, query.confirm === 'true')
      log.info({ episodeId: id, podcastId, userId: user.id }, 'episode deleted')
      return { id }
    }),
  ]
}
