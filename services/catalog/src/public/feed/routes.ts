import { Id } from '@griot/contracts/values'
import { orNotFound } from '@griot/service-kit/http/errors'
import pLimit from 'p-limit'
import type { Catalog } from '../../catalog.ts'
import { isNotModified } from '../not-modified.ts'
import { feedUrl } from '../public-origin.ts'
import { publicRoute } from '../public-route.ts'
import { pageOf, sendMoved } from './feed-page.ts'
import { createFeedStore } from './feed-store.ts'
import { privateFeedRoute } from './private-feed.ts'
import { pageUrl } from './render-feed.ts'

// Each holds a whole feed in several forms.
const MAX_BUILDS = 2

const CACHE_CONTROL = 'public, max-age=300'

/** The compressed form has other bytes, so it has another tag. */
const tagOf = (hash: string, isGzip: boolean) => `"${hash}${isGzip ? '-gzip' : ''}"`

export const feedRoutes = (catalog: Pick<Catalog, 'db' | 'cache' | 'publicOrigin' | 'notified'>) => {
  const { publicOrigin, notified } = catalog
  const limit = pLimit(MAX_BUILDS)
  const feeds = createFeedStore({ ...catalog, limit })
  const hubLinks = notified.hubs.map((hub) => `<${new URL(hub).href}>; rel="hub"`)

  return [
    privateFeedRoute({ db: catalog.db, publicOrigin, limit }),
    publicRoute('/feeds/:id.xml', async (context) => {
      const id = orNotFound(Id.safeParse(context.params.id).data, 'podcast')
      const page = pageOf(context)
      const found = await feeds.find(id)
      if (found.kind === 'moved') {
        context.set('cache-control', CACHE_CONTROL)
        return sendMoved(context, found.url)
      }
      const etag = orNotFound(found.etags[page - 1], 'page')
      const isGzip = context.acceptsEncodings('gzip', 'identity') === 'gzip'
      const describe = (form: { etag: string; changedAt: string }) =>
        context.set({
          'cache-control': CACHE_CONTROL,
          'last-modified': new Date(form.changedAt).toUTCString(),
          link: [`<${pageUrl(feedUrl(publicOrigin, id), page)}>; rel="self"`, ...hubLinks].join(', '),
          etag: tagOf(form.etag, isGzip),
        })
      context.vary('Accept-Encoding')
      if (isNotModified(context, [tagOf(etag, true), tagOf(etag, false)], found.changedAt)) {
        describe({ etag, changedAt: found.changedAt })
        context.status = 304
        return
      }
      const document = await feeds.document(id, page, etag)
      describe(document)
      if (isGzip) context.set('content-encoding', 'gzip')
      context.type = 'application/rss+xml; charset=utf-8'
      context.body = isGzip ? document.gzipped : document.plain
    }),
  ]
}
