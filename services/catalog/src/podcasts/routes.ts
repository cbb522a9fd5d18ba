import { GetPodcastAccess } from '@griot/contracts/catalog/members'
import {
  CreatePodcast,
  DeletePodcast,
  GetPodcast,
  ListCategories,
  ListFeaturedPodcasts,
  ListPodcasts,
  ListPopularPodcasts,
  UpdatePodcast,
} from '@griot/contracts/catalog/podcasts'
import { ListStudioPodcasts } from '@griot/contracts/catalog/studio'
import { on } from '@griot/service-kit/http/route'
import { type Catalog, limitOf, listScope, respondIfVisible } from '../catalog.ts'
import { accessOf, roleIn } from '../members/access.ts'
import {
  findPodcast,
  listCategories,
  listFeaturedPodcasts,
  listPodcasts,
  listPopularPodcasts,
  listStudioPodcasts,
} from './podcasts.queries.ts'
import { requireVisible } from './require-visible.ts'
import { createPodcast, deleteOwnPodcast, updatePodcast } from './update-podcast.ts'

export const podcastRoutes = (catalog: Catalog) => {
  const { db, cache } = catalog
  return [
    on(ListPodcasts, (call) => {
      const { scope: _, ...query } = call.query
      const { includesUnpublished, ...scope } = listScope(call.query, call.user)
      const shows = includesUnpublished ? 'all' : 'listed'
      // A member may have saved a podcast that is not listed yet. Rows by id differ between users anyway.
      const alsoOfMember = query.ids === undefined ? undefined : call.user?.id
      const filter = { ...query, limit: limitOf(call.query), hostId: undefined, ...scope, shows, alsoOfMember } as const
      return cache.page(call, 'podcasts', filter, listPodcasts)
    }),

    on(ListStudioPodcasts, (call) =>
      cache.page(call, 'studio podcasts', { ...call.query, memberId: call.user.id }, listStudioPodcasts),
    ),

    on(ListPopularPodcasts, (call) => cache.page(call, 'popular podcasts', call.query, listPopularPodcasts)),

    on(ListFeaturedPodcasts, (call) => {
      const { limit } = call.query
      return cache.item(call, `featured ${limit}`, (from) => listFeaturedPodcasts(from, limit))
    }),

    on(ListCategories, (call) => cache.item(call, 'categories', listCategories)),

    on(GetPodcast, (call) => {
      const { id } = call.params
      return respondIfVisible(catalog, call, `podcast ${id}`, async (from, viewer) =>
        requireVisible(from, await findPodcast(from, id), viewer),
      )
    }),

    on(GetPodcastAccess, async ({ user, params: { id } }) => {
      await requireVisible(db, await findPodcast(db, id), user)
      return accessOf(user, await roleIn(db, id, user.id))
    }),

    on(CreatePodcast, async ({ user, body, log }) => {
      const podcast = await createPodcast(db, user, body, catalog.publicOrigin)
      log.info({ podcastId: podcast.id, userId: user.id }, 'podcast created')
      return podcast
    }),

    on(UpdatePodcast, async ({ user, params: { id }, body, log }) => {
      const podcast = await updatePodcast(db, id, user, body)
      log.info({ podcastId: id, userId: user.id }, 'podcast updated')
      return podcast
    }),

    on(DeletePodcast, async ({ user, params: { id }, query, log }) => {
      const { episodes } = await deleteOwnPodcast(db, id, user, query.confirm === 'true')
      log.info({ podcastId: id, episodes, userId: user.id }, 'podcast deleted')
      return { id }
    }),
  ]
}
