import type { Middleware } from 'koa'
import type { RouteMeter } from '../metrics/request-times.ts'
import { tracing } from './tracing.ts'

interface Counted {
  requestId?: string
  meter?: RouteMeter
}

/**
 * Each request as a part of a trace: of the caller's, where the caller is one of us. Anybody can write a `traceparent`,
 * so the public door begins a trace of its own.
 */
export const traceRequests =
  (isPublicDoor: boolean): Middleware =>
  (context, next) => {
    const active = tracing()
    if (active === undefined || /^\/(healthz|readyz|metrics)\b/.test(context.path)) return next()
    const parent = isPublicDoor ? undefined : context.get('traceparent')
    return active.span(context.method, { kind: 'server', parent }, async (span) => {
      await next()
      const { requestId = '', meter } = context.state as Counted
      const status = context.respond === false ? context.res.statusCode : context.status
      const route = meter?.labels.route ?? 'other'
      span.rename(`${context.method} ${route}`)
      span.set({
        'http.request.method': context.method,
        'http.route': route,
        'http.response.status_code': status,
        'griot.request_id': requestId,
      })
      if (status >= 500) span.fail(`answered ${status}`)
    })
  }
