import {
  CreatePodcast,
  DeletePodcast,
  GetPodcast,
  ListPodcasts,
  ListPopularPodcasts,
  UpdatePodcast,
} from '@griot/contracts/catalog/podcasts'
import { notFound } from '@griot/service-kit/errors'
import { on } from '@griot/service-kit/route'
import { type Catalog, readingFor } from '../catalog.ts'
import { hostOf } from '../host-of.ts'
import { deletePodcast, updatePodcast } from './change-podcast.ts'
import { findPodcast, insertPodcast, listPodcasts, listPopularPodcasts } from './podcasts.queries.ts'

export const podcastRoutes = ({ db, reads, hot, outbox }: Catalog) => [
  on(ListPodcasts, (call) => {
    const { category, search, ids, cursor, limit } = call.query
    const hostId = hostOf(call)
    const { from, isFresh } = readingFor({ db, reads }, call)
    const isFirst = !isFresh && [search, ids, cursor, hostId].every((filter) => filter === undefined)
    return hot.page(call, isFirst ? `podcasts ${category} ${limit}` : null, () =>
      listPodcasts(from, { ...call.query, hostId }),
    )
  }),

  on(ListPopularPodcasts, (call) => {
    const { search, cursor, limit } = call.query
    const { from, isFresh } = readingFor({ db, reads }, call)
    const isFirst = !isFresh && cursor === undefined && search === undefined
    return hot.page(call, isFirst ? `popular ${limit}` : null, () => listPopularPodcasts(from, call.query))
  }),

  on(GetPodcast, (call) => {
    const { id } = call.params
    const { from, isFresh } = readingFor({ db, reads }, call)
    return hot.one(isFresh ? null : `podcast ${id}`, async () => {
      const podcast = await findPodcast(from, id)
      if (podcast === undefined) throw notFound('podcast')
      return podcast
    })
  }),

  on(CreatePodcast, async ({ user, body, log }) => {
    const podcast = await insertPodcast(db, { ...body, hostId: user.id })
    hot.drop()
    log.info({ podcastId: podcast.id, userId: user.id }, 'podcast created')
    return podcast
  }),

  on(UpdatePodcast, async ({ user, params: { id }, body, log }) => {
    await updatePodcast(db, id, user.id, body)
    hot.drop()
    log.info({ podcastId: id, userId: user.id }, 'podcast changed')
    const podcast = await findPodcast(db, id)
    if (podcast === undefined) throw notFound('podcast')
    return podcast
  }),

  on(DeletePodcast, async ({ user, params: { id }, query, log }) => {
    const { episodes } = await deletePodcast(db, id, user.id, query.confirm === 'true')
    hot.drop()
    outbox.kick()
    log.info({ podcastId: id, episodes, userId: user.id }, 'podcast deleted')
    return { id }
  }),
]
