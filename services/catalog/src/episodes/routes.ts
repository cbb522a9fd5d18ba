import {
  CreateEpisode,
  GetEpisode,
  GetEpisodeNeighbours,
  ListEpisodes,
  ListPodcastEpisodes,
} from '@griot/contracts/catalog'
import { on } from '@griot/service-kit/app'
import { notFound } from '@griot/service-kit/errors'
import type { Catalog } from '../catalog.ts'
import { hostOf } from '../host-of.ts'
import { isPodcast } from '../podcasts/podcasts.queries.ts'
import { createEpisode } from './create-episode.ts'
import { findEpisode, findNeighbours, listEpisodes, listPodcastEpisodes } from './episodes.queries.ts'

export const episodeRoutes = (catalog: Catalog) => {
  const { db, hot } = catalog
  return [
    on(ListEpisodes, (call) => {
      const { search, ids, cursor, limit } = call.query
      const hostId = hostOf(call)
      const isFirst = [search, ids, cursor, hostId].every((filter) => filter === undefined)
      return hot.page(call, isFirst ? `episodes ${limit}` : null, () => listEpisodes(db, { ...call.query, hostId }))
    }),

    on(ListPodcastEpisodes, (call) => {
      const { id } = call.params
      const { sort, cursor, limit } = call.query
      return hot.page(call, cursor === undefined ? `episodes of ${id} ${sort} ${limit}` : null, async () => {
        const page = await listPodcastEpisodes(db, id, call.query)
        if (page.items.length === 0 && !(await isPodcast(db, id))) throw notFound('podcast')
        return page
      })
    }),

    on(GetEpisode, ({ params }) =>
      hot.one(`episode ${params.id}`, async () => {
        const episode = await findEpisode(db, params.id)
        if (episode === undefined) throw notFound('episode')
        return episode
      }),
    ),

    on(GetEpisodeNeighbours, ({ params }) =>
      hot.one(`neighbours ${params.id}`, async () => {
        const episode = await findEpisode(db, params.id)
        if (episode === undefined) throw notFound('episode')
        return findNeighbours(db, episode)
      }),
    ),

    on(CreateEpisode, async (call) => {
      try {
        const episode = await createEpisode(catalog, call)
        call.log.info({ episodeId: episode.id, podcastId: episode.podcastId, userId: call.user.id }, 'episode created')
        return episode
      } finally {
        hot.drop()
      }
    }),
  ]
}
