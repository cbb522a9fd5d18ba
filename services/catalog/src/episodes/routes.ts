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
import type { Queryable } from '@griot/service-kit/db'
import { notFound } from '@griot/service-kit/errors'
import type { Caller } from '@griot/service-kit/identity'
import { on } from '@griot/service-kit/route'
import { type Catalog, readingFor } from '../catalog.ts'
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
  type Reading = ReturnType<typeof readingFor>

  const episodeFor = async (from: Queryable, user: Caller | null, id: string) => {
    const episode = await findEpisode(from, id)
    if (episode === undefined || !maySee(user, episode)) throw notFound('episode')
    return episode
  }

  /** Answers from memory what is the same for everybody; what only some may see is read for each of them. */
  const forWhoeverMay = async <Answer>(
    user: Caller | null,
    { from, isFresh }: Reading,
    [key, id]: readonly [string, string],
    read: (episode: Episode) => Promise<Answer>,
  ) => {
    try {
      return await hot.one(isFresh ? null : `${key} ${id}`, async () => read(await episodeFor(from, null, id)))
    } catch (error) {
      if (user === null) throw error
      return read(await episodeFor(from, user, id))
    }
  }

  return [
    on(ListEpisodes, (call) => {
      const { search, ids, status, cursor, limit } = call.query
      const hostId = hostOf(call)
      const publishedOnly = hostId === undefined || (hostId !== call.user?.id && !call.user?.isAdmin)
      const { from, isFresh } = readingFor(catalog, call)
      const isFirst = !isFresh && [search, ids, status, cursor, hostId].every((filter) => filter === undefined)
      return hot.page(call, isFirst ? `episodes ${limit}` : null, () =>
        listEpisodes(from, { ...call.query, hostId, publishedOnly }),
      )
    }),

    on(ListPodcastEpisodes, async (call) => {
      const { id } = call.params
      const { sort, include, cursor, limit } = call.query
      const { user } = call
      const { from, isFresh } = readingFor(catalog, call)
      const isWhole = include !== undefined && user !== null && (user.isAdmin || (await isHostOf(from, id, user.id)))
      const key = cursor === undefined && !isWhole && !isFresh ? `episodes of ${id} ${sort} ${limit}` : null
      return hot.page(call, key, async () => {
        const page = await listPodcastEpisodes(from, id, { sort, cursor, limit, publishedOnly: !isWhole })
        if (page.items.length === 0 && !(await isPodcast(from, id))) throw notFound('podcast')
        return page
      })
    }),

    on(GetEpisode, (call) =>
      forWhoeverMay(call.user, readingFor(catalog, call), ['episode', call.params.id], async (episode) => episode),
    ),

    on(GetEpisodeNeighbours, (call) => {
      const reading = readingFor(catalog, call)
      return forWhoeverMay(call.user, reading, ['neighbours', call.params.id], (episode) =>
        findNeighbours(reading.from, episode),
      )
    }),

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
