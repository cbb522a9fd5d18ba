import { relay } from '../api/relay.ts'
import type { Context, Middleware } from '../http/context.ts'
import { methodNotAllowed } from '../http/errors.ts'
import { acquireSlot } from '../limits/concurrency-limit.ts'
import type { Shared } from '../shared.ts'
import { limitedResource, publicRouteFor } from './public-routes.ts'

const METHODS = ['GET', 'HEAD', 'OPTIONS']
const PREFLIGHT_SECONDS = 86_400

/** For a resource that pages of other origins may read: the default of all other responses is `same-origin`. */
const openToOtherOrigins = ({ set }: Pick<Context, 'set'>, exposed: readonly string[]) =>
  set({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': exposed.join(', '),
    'cross-origin-resource-policy': 'cross-origin',
  })

/** Answers the question of a browser whether a page of another origin may send a request. */
const answerPreflight = (context: Context) => {
  context.set({
    'access-control-allow-methods': METHODS.join(', '),
    'access-control-allow-headers': 'Range, If-Range, If-None-Match, If-Modified-Since',
    'access-control-max-age': String(PREFLIGHT_SECONDS),
  })
  context.status = 204
}

/** Relays public addresses to catalog. It reads no cookie and no session, so the response is the same for everyone. */
export const createRelayPublic = ({ upstreams, tokenFor, count, requestMetrics, log }: Shared): Middleware => {
  const catalog = upstreams.to('catalog', 'json')
  const limit = upstreams.concurrencyLimitOf('catalog')

  return async (context, next) => {
    const { path, method, res } = context
    const row = publicRouteFor(path)
    if (row === undefined) return next()
    requestMetrics.setRoute(context, row.prefix)
    if (row.isOpen) openToOtherOrigins({ set: context.set.bind(context) }, ['Content-Length', 'ETag', 'Link'])
    if (!METHODS.includes(method)) throw methodNotAllowed(context, METHODS)
    if (method === 'OPTIONS') return answerPreflight(context)
    await count(context, 'public', limitedResource(path))
    const slot = await acquireSlot(limit, res)
    try {
      await relay(context, { upstream: catalog, kind: 'json', token: await tokenFor(null), statements: {}, log })
    } finally {
      slot.release()
    }
  }
}
