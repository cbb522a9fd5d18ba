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
import { AppError, notFound, orNotFound } from '@griot/service-kit/http/errors'
import type { Call } from '@griot/service-kit/http/parse-request'
import { on } from '@griot/service-kit/http/route'
import type { Caller } from '@griot/service-kit/identity/identity'
import { type Catalog, limitOf, listScope, seesUnpublished } from '../catalog.ts'
import { isHostOf, titleOf } from '../podcasts/podcasts.queries.ts'
import { createEpisode } from './create-episode.ts'
import { findAdjacent, findEpisode, listEpisodes, listNewestEpisodes, listPodcastEpisodes } from './episodes.queries.ts'
import { deleteEpisode, updateEpisode } from './update-episode.ts'

/** An unpublished episode is visible to its host and to admins. */
const maySee = (user: Caller | null, { status, hostId }: Episode) =>
  status === 'published' || seesUnpublished(hostId, user)

const isNotFound = (error: unknown) => error instanceof AppError && error.status === 404

export const episodeRoutes = (catalog: Catalog) => {
  const { db, cache } = catalog

  /** Responds from the cache for published episodes; an unpublished one is read for each caller who may see it. */
  const respondIfVisible = async <Result>(
    call: Pick<Call<typeof GetEpisode>, 'user' | 'params' | 'header'>,
    key: string,
    read: (from: Queryable, episode: Episode) => Promise<Result>,
  ) => {
    const { user, params } = call
    const readFor = (viewer: Caller | null) => async (from: Queryable) => {
      const episode = await findEpisode(from, params.id)
      if (episode === undefined || !maySee(viewer, episode)) throw notFound('episode')
      return read(from, episode)
    }
    try {
      return await cache.item(call, `${key} ${params.id}`, readFor(null))
    } catch (error) {
      if (user === null || !isNotFound(error)) throw error
      return readFor(user)(db)
    }
  }

  return [
    on(ListEpisodes, (call) => {
      const { scope, ...query } = call.query
      const { hostId, includesUnpublished } = listScope(call.query, call.user)
      const filter = { ...query, limit: limitOf(call.query), hostId, publishedOnly: !includesUnpublished }
      return cache.page(call, 'episodes', filter, listEpisodes)
    }),

    on(ListNewestEpisodes, (call) => {
      const { query } = call
      return cache.item(call, `newest ${JSON.stringify(query)}`, (from) => listNewestEpisodes(from, query))
    }),

    on(ListPodcastEpisodes, async (call) => {
      const { user, params, query } = call
      const { include, ...rest } = query
      const includesUnpublished =
        include !== undefined && user !== null && (user.isAdmin || (await isHostOf(db, params.id, user.id)))
      const filter = { ...rest, podcastId: params.id, publishedOnly: !includesUnpublished }
      return cache.page(call, 'episodes of', filter, async (from) => {
        const page = await listPodcastEpisodes(from, filter)
        if (page.items.length === 0) orNotFound(await titleOf(from, params.id), 'podcast')
        return page
      })
    }),

    on(GetEpisode, (call) => respondIfVisible(call, 'episode', async (_, episode) => episode)),

    on(GetEpisodeNeighbours, (call) => respondIfVisible(call, 'neighbours', findAdjacent)),

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
      const { id, podcastId } = await deleteEpisode(db, params.id, user.id, query.confirm === 'true')
      log.info({ episodeId: id, podcastId, userId: user.id }, 'episode deleted')
      return { id }
    }),
  ]
}
