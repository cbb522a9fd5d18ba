import { CreatePrivateFeed, ListPrivateFeeds, RevokePrivateFeed } from '@griot/contracts/catalog/private-feeds'
import { CheckPrivateAudio } from '@griot/service-kit/catalog/private-audio'
import { notFound } from '@griot/service-kit/http/errors'
import { on } from '@griot/service-kit/http/route'
import type { Catalog } from '../catalog.ts'
import { hashOfToken } from '../members/tokens.ts'
import { createPrivateFeed } from './create-private-feed.ts'
import { deletePrivateFeed, isInPrivateFeed, listPrivateFeeds } from './private-feeds.queries.ts'

export const privateFeedRoutes = ({ db }: Catalog) => [
  on(CreatePrivateFeed, async ({ user, params, body, log, setHeader }) => {
    setHeader('cache-control', 'no-store')
    const feed = await createPrivateFeed(db, params.id, user, body.name)
    log.info({ podcastId: params.id, privateFeedId: feed.id, userId: user.id }, 'private feed created')
    return feed
  }),

  on(ListPrivateFeeds, async ({ user, query, nextPage }) => {
    const { items, next } = await listPrivateFeeds(db, user.id, query)
    nextPage(next)
    return items
  }),

  on(RevokePrivateFeed, async ({ user, params: { id }, log }) => {
    if ((await deletePrivateFeed(db, id, user.id)) === 0) throw notFound('private_feed')
    log.info({ privateFeedId: id, userId: user.id }, 'private feed revoked')
    return { id }
  }),

  on(CheckPrivateAudio, async ({ params: { token, id } }) => {
    if (!(await isInPrivateFeed(db, hashOfToken(token), id))) throw notFound('private_feed')
    return {}
  }),
]
