import { GetDistribution, MoveFeed, UndoMove } from '@griot/contracts/catalog/distribution'
import { orNotFound } from '@griot/service-kit/http/errors'
import { on } from '@griot/service-kit/http/route'
import type { Catalog } from '../catalog.ts'
import { requireRight } from '../members/access.ts'
import { feedUrl } from '../public/public-origin.ts'
import { readDistribution } from './distribution.queries.ts'
import { moveFeed, undoMove } from './move-feed.ts'

export const distributionRoutes = (catalog: Catalog) => [
  on(GetDistribution, async ({ user, params: { id } }) => {
    await requireRight(catalog.db, id, user, 'read')
    const found = orNotFound(await readDistribution(catalog.db, id), 'podcast')
    const { publicOrigin } = catalog
    return { ...found, feedUrl: feedUrl(publicOrigin, id), isLocal: publicOrigin.isLocal }
  }),

  on(MoveFeed, async ({ user, params: { id }, body, log }) => {
    const moved = await moveFeed(catalog, { podcastId: id, user, newFeedUrl: body.newFeedUrl })
    log.info({ podcastId: id, userId: user.id }, 'feed moved')
    return moved
  }),

  on(UndoMove, async ({ user, params: { id }, log }) => {
    const moved = await undoMove(catalog.db, id, user)
    log.info({ podcastId: id, userId: user.id }, 'move of a feed undone')
    return moved
  }),
]
