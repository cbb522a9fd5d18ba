import { relay } from '../api/relay.ts'
import type { Middleware } from '../http/context.ts'
import { methodNotAllowed } from '../http/errors.ts'
import { answerPreflight, openToOtherOrigins, PUBLIC_METHODS } from '../http/other-origins.ts'
import { acquireSlot } from '../limits/concurrency-limit.ts'
import type { Shared } from '../shared.ts'
import { limitedResource, publicRouteFor } from './public-routes.ts'

/** Relays public addresses to catalog. It reads no cookie and no session, so the response is the same for everyone. */
export const createRelayPublic = ({ upstreams, tokenFor, count, requestMetrics, log }: Shared): Middleware => {
  const catalog = upstreams.to('catalog', 'json')
  const limit = upstreams.concurrencyLimitOf('catalog')

  return async (context, next) => {
    const { path, method, res } = context
    const row = publicRouteFor(path)
    if (row === undefined) return next()
    requestMetrics.setRoute(context, row.prefix)
    if (row.isOpen) openToOtherOrigins(context, ['Content-Length', 'ETag', 'Link'])
    if (!PUBLIC_METHODS.includes(method)) throw methodNotAllowed(context, PUBLIC_METHODS)
    if (method === 'OPTIONS') return answerPreflight(context)
    await count(context, 'public-total')
    await count(context, 'public', limitedResource(path))
    const slot = await acquireSlot(limit, res)
    try {
      await relay(context, { upstream: catalog, kind: 'json', token: await tokenFor(null), statements: {}, log })
    } finally {
      slot.release()
    }
  }
}
