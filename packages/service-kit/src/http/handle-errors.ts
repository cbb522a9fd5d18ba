import { randomUUID } from 'node:crypto'
import type { ErrorBody } from '@griot/contracts/errors'
import type Koa from 'koa'
import type { Log } from '../log/log.ts'
import { within } from '../log/request-origin.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { State } from './context.ts'
import { asAppError } from './errors.ts'

type KoaContext = Koa.ParameterizedContext<State>
type Recorded = Pick<KoaContext, 'path' | 'res' | 'status' | 'respond'> & { state: Pick<State, 'route'> }

/** nginx's status for a client that disconnected before the response. */
const CLIENT_CLOSED_REQUEST = 499

const PROBES = ['/healthz', '/readyz', '/metrics']

/** Records a request under its route. Requests of monitoring are not recorded: they would distort the durations. */
export const recordRequest = (metrics: Metrics, context: Recorded, startedAt: number) => {
  const { state, path, res } = context
  if (PROBES.includes(path)) return
  const { route = { method: 'any', route: 'none', kind: 'short' } } = state
  // Koa ends the response after all middleware, so an unfinished one that is destroyed has lost its client.
  const hasDisconnected = res.destroyed && !res.writableEnded
  const sent = context.respond === false ? res.statusCode : context.status
  const labels = { ...route, status: hasDisconnected ? CLIENT_CLOSED_REQUEST : sent }
  metrics.requests.observe(labels, (performance.now() - startedAt) / 1000)
}

/** Outermost middleware: sets the request id, turns errors into responses and records the duration. */
export const handleErrors =
  (log: Log, metrics?: Metrics): Koa.Middleware<State> =>
  async (context, next) => {
    const startedAt = performance.now()
    const requestId = context.get('x-request-id') || randomUUID()
    context.state = { requestId, log, user: null, token: '' }
    context.set('x-request-id', requestId)
    await within({ requestId }, () => next().catch((thrown: unknown) => sendError(context, thrown)))
    if (metrics !== undefined) recordRequest(metrics, context, startedAt)
  }

const sendError = (context: KoaContext, thrown: unknown) => {
  const { requestId, log } = context.state
  const error = asAppError(thrown)
  if (error.status >= 500) log.error({ err: thrown }, 'request failed')
  if (context.headerSent || !context.writable) {
    context.res.destroy()
    return
  }
  const body: ErrorBody = { code: error.code, message: error.message, requestId }
  if (error.fields !== undefined) body.fields = error.fields
  if (error.retryAfter !== undefined) context.set('retry-after', String(error.retryAfter))
  context.status = error.status
  context.body = body
}
