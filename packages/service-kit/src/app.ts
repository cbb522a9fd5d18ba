import type { Endpoint } from '@griot/contracts/endpoint'
import Router from '@koa/router'
import Koa from 'koa'
import { answerErrors } from './answer-errors.ts'
import type { Context, State } from './context.ts'
import { AppError, METHOD_NOT_ALLOWED, notFound, unauthenticated } from './errors.ts'
import { IDENTITY_HEADER, type VerifyIdentity } from './identity.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { RouteMeter } from './metrics/request-times.ts'
import { useOwnId } from './only-oneself.ts'
import { readJson } from './read-json.ts'
import type { Route } from './route.ts'
import { traceRequests } from './tracing/trace-requests.ts'
import { tracing } from './tracing/tracing.ts'

export interface AppOptions {
  routes: Route[]
  verify: VerifyIdentity
  log: Log
  /** Throws while something this process cannot work without is missing. */
  ready?: () => Promise<void>
  /** What `/metrics` says; without it nothing is counted. */
  metrics?: Metrics
  /**
   * Lines of the log and rows of the outbox say of which request they came. Remembering that costs each promise of the
   * process a little, so it is for services whose work goes on in a queue, not for those that answer most. While traces
   * are written it is done anyway.
   */
  keepOrigins?: boolean
}

/** A service: its routes behind the gateway's identity, with errors and health answered alike everywhere. */
export const createApp = ({ routes, verify, log, ready, metrics, keepOrigins = false }: AppOptions): Koa<State> => {
  const app = new Koa<State>()
  const router = new Router<State>({ prefix: '' })
  for (const route of routes) {
    router.register(route.endpoint.path, [route.endpoint.method], answer(route, meterOf(route, metrics)) as never)
  }
  app.silent = true
  const isTraced = tracing() !== undefined
  if (isTraced) app.use(traceRequests(false))
  app.use(answerErrors(log, keepOrigins || isTraced, metrics))
  app.use(health(ready, metrics))
  app.use(identify(verify))
  app.use(router.routes() as never)
  app.use(refuseUnanswered)
  return app
}

/** Reached when no route has answered. The router knows the address all the same if another method has a route there. */
const refuseUnanswered = (context: Koa.Context) => {
  const methods = ((context.matched ?? []) as { methods: string[] }[]).flatMap((layer) => layer.methods)
  if (methods.length === 0) throw notFound('page')
  context.set('allow', [...new Set(methods)].join(', '))
  throw METHOD_NOT_ALLOWED
}

const meterOf = ({ endpoint, isStream = false }: Route, metrics?: Metrics) =>
  metrics?.requests.meter({
    method: endpoint.method,
    route: endpoint.path,
    kind: isStream ? 'long' : 'short',
  })

const health =
  (ready: AppOptions['ready'], metrics: AppOptions['metrics']): Koa.Middleware<State> =>
  async (context, next) => {
    const { path } = context
    if (path === '/healthz') {
      context.body = { status: 'ok' }
    } else if (path === '/readyz') {
      await ready?.()
      context.body = { status: 'ready' }
    } else if (path === '/metrics' && metrics !== undefined) {
      context.type = metrics.contentType
      context.body = await metrics.scrape()
    } else await next()
  }

const identify =
  (verify: VerifyIdentity): Koa.Middleware<State> =>
  async (context, next) => {
    const identity = await verify(context.get(IDENTITY_HEADER))
    if (identity === null) throw new AppError(401, 'identity.missing', 'Only the gateway may call this service.')
    context.state.user = identity.user
    context.state.token = identity.token
    await next()
  }

/** Who may call, then the body, then the operation. */
const answer =
  ({ endpoint, handle }: Route, meter: RouteMeter | undefined) =>
  async (context: Context) => {
    if (meter !== undefined) context.state.meter = meter
    requireAccess(endpoint, context)
    if (endpoint.body !== undefined) await readJson(context)
    await handle(context)
  }

const requireAccess = (endpoint: Endpoint, context: Context) => {
  const { access } = endpoint
  const { user } = context.state
  if (access !== 'public' && user === null) throw unauthenticated()
  // To someone who is no admin the address does not exist.
  if (access === 'admin' && !user?.isAdmin) throw notFound('page')
  useOwnId(endpoint, context)
}
