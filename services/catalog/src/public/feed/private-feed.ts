import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { shortHash } from '@griot/service-kit/files/short-hash'
import type { Context } from '@griot/service-kit/http/context'
import { notFound, orNotFound } from '@griot/service-kit/http/errors'
import type { LimitFunction } from 'p-limit'
import type { Catalog } from '../../catalog.ts'
import { hashOfToken } from '../../members/tokens.ts'
import { findPrivateFeed } from '../../private-feeds/private-feeds.queries.ts'
import { requirePublic } from '../is-public.ts'
import { isNotModified } from '../not-modified.ts'
import { publicRoute } from '../public-route.ts'
import { readItems, readShow } from './feed.queries.ts'
import { pageOf, sendMoved } from './feed-page.ts'
import { privateFeed } from './feed-place.ts'
import { renderFeed } from './render-feed.ts'

const HEADERS = {
  'cache-control': 'private, max-age=300',
  // The address is a secret of one listener.
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

/** The podcast of a private address. Throws 404 if the feed is revoked, and 410 if the podcast is deleted. */
const requirePrivate = async (db: Catalog['db'], { id, token }: Record<string, string | undefined>) => {
  const podcastId = await requirePublic(db, 'podcast', id)
  const found = await findPrivateFeed(db, hashOfToken(token ?? ''))
  if (found?.podcastId !== podcastId) throw notFound('private_feed')
  return podcastId
}

interface Parts extends Pick<Catalog, 'db' | 'publicOrigin'> {
  limit: LimitFunction
}

/** The feed of a show with the addresses of one listener. It is not stored, so that a revoked feed ends at once. */
export const privateFeedRoute = ({ db, publicOrigin, limit }: Parts) =>
  publicRoute('/feeds/:id/private/:token.xml', async (context) => {
    const page = pageOf(context)
    const podcastId = await requirePrivate(db, context.params)
    const show = orNotFound(await readShow(db, podcastId), 'podcast')
    // After the checks: an error must not be cached.
    context.set(HEADERS)
    if (show.newFeedUrl !== null) return sendMoved(context, show.newFeedUrl)
    // Weak, because it is that of the plain and of the compressed form.
    const etag = `W/"${shortHash(`${show.changedAt} ${page}`)}"`
    context.set({ etag, 'last-modified': new Date(show.changedAt).toUTCString() })
    if (isNotModified(context, [etag], show.changedAt)) {
      context.status = 304
      return
    }
    const place = privateFeed(publicOrigin, podcastId, String(context.params.token))
    const pages = await limit(async () => renderFeed(show, await readItems(db, podcastId), place))
    await sendXml(context, orNotFound(pages[page - 1], 'page'))
  })

const sendXml = async (context: Context, xml: string) => {
  context.vary('Accept-Encoding')
  context.type = 'application/rss+xml; charset=utf-8'
  if (context.acceptsEncodings('gzip', 'identity') !== 'gzip') {
    context.body = xml
    return
  }
  context.set('content-encoding', 'gzip')
  context.body = await promisify(gzip)(xml)
}
