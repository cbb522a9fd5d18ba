import { recordRequest } from '@griot/service-kit/http/handle-errors'
import type { Metrics } from '@griot/service-kit/metrics/metrics'
import { nameRequestSpan } from '@griot/service-kit/tracing/tracing'
import type { Context, Middleware } from '../http/context.ts'

/** Records each request with its duration under the route that handled it. */
export const createRequestMetrics = (metrics: Metrics) => {
  const middleware: Middleware = async (context, next) => {
    const startedAt = performance.now()
    await next()
    const { path, state } = context
    if (state.route === undefined && !path.startsWith('/api')) setRoute(context, routeOf(path))
    recordRequest(metrics, context, startedAt)
  }

  const setRoute = ({ method, state }: Context, route: string, kind: 'short' | 'long' = 'short') => {
    state.route = { method, route, kind }
    nameRequestSpan(method, route, state.requestId)
  }

  return { middleware, setRoute }
}

/** Groups pages and files: their paths have no upper bound. */
const routeOf = (path: string) => {
  if (/^\/(assets|m|mfe|fonts)\//.test(path)) return 'files'
  return path.startsWith('/idp/') ? 'idp' : 'pages'
}
