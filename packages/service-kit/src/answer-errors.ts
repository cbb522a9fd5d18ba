import { randomUUID } from 'node:crypto'
import type { ErrorBody } from '@griot/contracts/errors'
import type Koa from 'koa'
import type { State } from './context.ts'
import { asAppError } from './errors.ts'
import type { Caller } from './identity.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { RouteMeter } from './metrics/request-times.ts'
import { currentOrigin, within } from './origin.ts'

/** As a class, so that every request's state has the same shape and its own log only when it says something. */
class RequestState implements State {
  readonly requestId: string
  user: Caller | null = null
  token = ''
  status?: number
  meter?: RouteMeter
  readonly #parent: Log
  #log: Log | undefined

  constructor(requestId: string, log: Log) {
    this.requestId = requestId
    this.#parent = log
  }

  get log() {
    // Where origins are kept, every line says the id by itself.
    if (currentOrigin() !== undefined) return this.#parent
    this.#log ??= this.#parent.child({ requestId: this.requestId })
    return this.#log
  }
}

// The caller went away before the answer; the number is what nginx writes for it.
const CALLER_GONE = 499

/** The first and the last to see a request: gives it its id, answers its failures, and counts it. */
export const answerErrors = (log: Log, keepOrigins: boolean, metrics: Metrics | undefined): Koa.Middleware<State> => {
  const unknown = metrics?.requests.meter({ method: 'any', route: 'none', kind: 'short' })
  const count = ({ state, path, res, status }: Koa.ParameterizedContext<State>, began: number) => {
    if (isProbe(path)) return
    // Koa has ended nothing yet; what has ended has ended itself, and what is destroyed was left.
    const isGone = res.destroyed && !res.writableEnded
    const meter = state.meter ?? unknown
    meter?.record(isGone ? CALLER_GONE : status, (performance.now() - began) / 1000)
  }
  return async (context, next) => {
    const began = performance.now()
    const requestId = context.get('x-request-id') || randomUUID()
    context.state = new RequestState(requestId, log)
    context.set('x-request-id', requestId)
    try {
      await (keepOrigins ? within({ requestId }, next) : next())
    } catch (thrown) {
      answerFailure(context, thrown)
    }
    if (metrics !== undefined) count(context, began)
  }
}

const answerFailure = (context: Koa.ParameterizedContext<State>, thrown: unknown) => {
  const { requestId } = context.state
  const error = asAppError(thrown)
  if (error.status >= 500) context.state.log.error({ err: thrown }, 'request failed')
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

const isProbe = (path: string) => path === '/healthz' || path === '/readyz' || path === '/metrics'
