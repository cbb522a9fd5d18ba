import { MAX_PRIVATE_FEEDS } from '@griot/contracts/catalog/private-feeds'
import { privateFeedPath } from '@griot/contracts/public-addresses'
import { type Db, inTransaction } from '@griot/service-kit/db/db'
import { conflict, unauthenticated } from '@griot/service-kit/http/errors'
import type { Caller } from '@griot/service-kit/identity/identity'
import { hashOfToken, newToken } from '../members/tokens.ts'
import { findPodcast } from '../podcasts/podcasts.queries.ts'
import { requireVisible } from '../podcasts/require-visible.ts'
import { insertPrivateFeed, isBlocked, lockAndCountFeeds } from './private-feeds.queries.ts'

/** 160 bits, as `podcasting.md` requires. */
const TOKEN_BYTES = 20

/** Creates a private feed. Only the response contains its address. */
export const createPrivateFeed = (db: Db, podcastId: string, user: Caller, name: string) =>
  inTransaction(db, async (tx) => {
    await requireVisible(tx, await findPodcast(tx, podcastId), user)
    const feeds = await lockAndCountFeeds(tx, podcastId, user.id)
    if (await isBlocked(tx, user.id)) throw unauthenticated()
    if (feeds >= MAX_PRIVATE_FEEDS) {
      const sentence = `You have ${MAX_PRIVATE_FEEDS} private feeds of this show. Revoke one that you no longer use.`
      throw conflict('private_feed.too_many', sentence)
    }
    const token = newToken(TOKEN_BYTES)
    const feed = await insertPrivateFeed(tx, { podcastId, userId: user.id, name, tokenHash: hashOfToken(token) })
    return { ...feed, feedPath: privateFeedPath(podcastId, token) }
  })
