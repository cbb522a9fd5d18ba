import {
  CreateEpisode,
  DeleteEpisode,
  type Episode,
  GetEpisode,
  GetEpisodeNeighbours,
  ListEpisodes,
  ListPodcastEpisodes,
  UpdateEpisode,
} from '@griot/contracts/catalog/episodes'
import { on } from '@griot/service-kit/app'
import { notFound } from '@griot/service-kit/errors'
import type { Caller } from '@griot/service-kit/identity'
import type { Catalog } from '../catalog.ts'
import { hostOf } from '../host-of.ts'
import { isHostOf, isPodcast } from '../podcasts/podcasts.queries.ts'
import { deleteEpisode, updateEpisode } from './change-episode.ts'
import { createEpisode } from './create-episode.ts'
import { findEpisode, findNeighbours, listEpisodes, listPodcastEpisodes } from './episodes.queries.ts'

/** Before it is published, an episode exists for its creator and for admins only. */
const maySee = (user: Caller | null, { status, hostId }: Episode) =>
  status === 'published' || (user !== null && (user.isAdmin || user.id === hostId))

export const episodeRoutes = (catalog: Catalog) => {
  const { db, hot, outbox } = catalog

  const episodeFor = async (user: Caller | null, id: string) => {
    const episode = await findEpisode(db, id)
    if (episode === undefined || !maySee(user, episode)) throw notFound('episode')
    return episode
  }

  /** Answers from memory what is the same for everybody; what only some may see is read for each of them. */
  const forWhoeverMay = async <Answer>(
    user: Caller | null,
    [key, id]: readonly [string, string],
    read: (episode: Episode) => Promise<Answer>,
  ) => {
    try {
      return await hot.one(`${key} ${id}`, async () => read(await episodeFor(null, id)))
    } catch (error) {
      if (user === null) throw error
      return read(await episodeFor(user, id))
    }
  }

  return [
    on(ListEpisodes, (call) => {
      const { search, ids, status, cursor, limit } = call.query
      const hostId = hostOf(call)
      const publishedOnly = hostId === undefined || (hostId !== call.user?.id && !call.user?.isAdmin)
      const isFirst = [search, ids, status, cursor, hostId].every((filter) => filter === undefined)
      return hot.page(call, isFirst ? `episodes ${limit}` : null, () =>
        listEpisodes(db, { ...call.query, hostId, publishedOnly }),
      )
    }),

    on(ListPodcastEpisodes, async (call) => {
      const { id } = call.params
      const { sort, include, cursor, limit } = call.query
      const { user } = call
      const isWhole = include !== undefined && user !== null && (user.isAdmin || (await isHostOf(db, id, user.id)))
      const key = cursor === undefined && !isWhole ? `episodes of ${id} ${sort} ${limit}` : null
      return hot.page(call, key, async () => {
        const page = await listPodcastEpisodes(db, id, { sort, cursor, limit, publishedOnly: !isWhole })
        if (page.items.length === 0 && !(await isPodcast(db, id))) throw notFound('podcast')
        return page
      })
    }),

    on(GetEpisode, ({ user, params }) => forWhoeverMay(user, ['episode', params.id], async (episode) => episode)),

    on(GetEpisodeNeighbours, ({ user, params }) =>
      forWhoeverMay(user, ['neighbours', params.id], (episode) => findNeighbours(db, episode)),
    ),

    on(CreateEpisode, async (call) => {
      try {
        const episode = await createEpisode(catalog, call)
        const { id, podcastId, status } = episode
        call.log.info({ episodeId: id, podcastId, status, userId: call.user.id }, 'episode created')
        return episode
      } finally {
        hot.drop()
        outbox.kick()
      }
    }),

    on(UpdateEpisode, async (call) => {
      try {
        const episode = await updateEpisode(catalog, call)
        if (episode === undefined) throw notFound('episode')
        call.log.info({ episodeId: episode.id, status: episode.status, userId: call.user.id }, 'episode changed')
        return episode
      } finally {
        hot.drop()
        outbox.kick()
      }
    }),

    on(DeleteEpisode, async ({ user, params, query, log }) => {
      const { id, podcastId } = await deleteEpisode(db, params.id, user.id, query.confirm === 'true')
      hot.drop()
      outbox.kick()
      log.info({ episodeId: id, podcastId, userId: user.id }, 'episode deleted')
      return { id }
    }),
  ]
}
