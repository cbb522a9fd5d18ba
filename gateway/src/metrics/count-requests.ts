import type { Metrics } from '@griot/service-kit/metrics/metrics'
import type { Context, Middleware } from '../http/context.ts'
import type { RouteRow } from '../routes.ts'

// The browser went away before the answer; the number is what nginx writes for it.
const BROWSER_GONE = 499

// Asked by machines every few seconds: they would make everything look quick.
const PROBES = ['/healthz', '/readyz', '/metrics']

/** Counts every request under the row that answered it, and how long that took. */
export const createCountRequests = ({ requests }: Metrics) => {
  const shortMeter = (method: string, route: string) => requests.meter({ method, route, kind: 'short' })
  const unknown = shortMeter('any', 'none')

  const middleware: Middleware = async (context, next) => {
    const began = performance.now()
    await next()
    const { path, state } = context
    const meter = state.meter ?? (path.startsWith('/api') ? unknown : shortMeter(context.method, kindOfPath(path)))
    if (!PROBES.includes(path)) meter.record(statusOf(context), (performance.now() - began) / 1000)
  }

  return {
    middleware,
    /** Says under which name a request is counted. */
    as(context: Context, route: string) {
      context.state.meter = shortMeter(context.method, route)
    },
    asRow(context: Context, { prefix, travel }: RouteRow) {
      const kind = travel === 'json' ? 'short' : 'long'
      context.state.meter = requests.meter({ method: context.method, route: prefix, kind })
    },
  }
}

/** There are as many addresses of pages and files as people care to type. */
const kindOfPath = (path: string) => {
  if (/^\/(assets|m|mfe|fonts)\//.test(path)) return 'files'
  return path.startsWith('/idp/') ? 'idp' : 'pages'
}

const statusOf = ({ res, respond, status }: Context) => {
  if (res.destroyed && !res.writableEnded) return BROWSER_GONE
  return respond === false ? res.statusCode : status
}
