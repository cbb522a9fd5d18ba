import type { Endpoint } from '@griot/contracts/endpoint'
import Router from '@koa/router'
import Koa from 'koa'
import { IDENTITY_HEADER, type VerifyIdentity } from '../identity/identity.ts'
import type { Log } from '../log/log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { nameRequestSpan } from '../tracing/tracing.ts'
import { requireOwnId } from './caller-only.ts'
import type { Context, State } from './context.ts'
import { AppError, METHOD_NOT_ALLOWED, notFound, unauthenticated } from './errors.ts'
import { handleErrors } from './handle-errors.ts'
import { readJson } from './json-body.ts'
import type { Route } from './route.ts'

export interface AppOptions {
  routes: Route[]
  verify: VerifyIdentity
  log: Log
  /** Throws while a dependency that every request needs is unavailable. */
  ready?: () => Promise<void>
  /** Served as `/metrics`. */
  metrics?: Metrics
  /** Delivers the events and jobs of a request at once. */
  outbox?: { kick(): void }
}

/** The Koa app of a service behind the gateway. */
export const createApp = ({ routes, verify, log, ready, metrics, outbox }: AppOptions): Koa<State> => {
  const app = new Koa<State>()
  const router = new Router<State>()
  for (const route of routes) {
    router.register(route.endpoint.path, [route.endpoint.method], serveRoute(route, outbox) as never)
  }
  app.silent = true
  app.use(handleErrors(log, metrics))
  app.use(health(ready, metrics))
  app.use(identify(verify))
  app.use(router.routes() as never)
  app.use(refuseUnmatched)
  return app
}

interface MatchedRoute {
  path: string
  methods: string[]
}

const parametersIn = (path: string) => path.split('/:').length

/** The routes of the path of this request, for any method: `/api/media/storage` has no methods of `/api/media/:id`. */
const routesOfPath = (context: object) => {
  const { matched = [] } = context as { matched?: MatchedRoute[] }
  const fewest = Math.min(...matched.map(({ path }) => parametersIn(path)))
  return matched.filter(({ path }) => parametersIn(path) === fewest)
}

/** 405 if another method has a route at this path, 404 otherwise. */
const refuseUnmatched = (context: Pick<Koa.Context, 'set'>) => {
  const methods = routesOfPath(context).flatMap((route) => route.methods)
  if (methods.length === 0) throw notFound('page')
  context.set('allow', [...new Set(methods)].join(', '))
  throw METHOD_NOT_ALLOWED
}

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

const serveRoute =
  ({ endpoint, handle, isStream = false }: Route, outbox: AppOptions['outbox']) =>
  async (context: Context) => {
    const { method, path } = endpoint
    if (!routesOfPath(context).some((route) => route.path === path)) refuseUnmatched(context)
    context.state.route = { method, route: path, kind: isStream ? 'long' : 'short' }
    nameRequestSpan(method, path, context.state.requestId)
    requireAccess(endpoint, context)
    if (endpoint.body !== undefined) await readJson(context)
    try {
      await handle(context)
    } finally {
      // Also after an error: the request may have committed a transaction before it.
      if (method !== 'GET') outbox?.kick()
    }
  }

const requireAccess = (endpoint: Endpoint, context: Context) => {
  const { access } = endpoint
  const { user } = context.state
  if (access !== 'public' && user === null) throw unauthenticated()
  // 404: the existence of admin routes is not public.
  if (access === 'admin' && !user?.isAdmin) throw notFound('page')
  requireOwnId(endpoint, context)
}
