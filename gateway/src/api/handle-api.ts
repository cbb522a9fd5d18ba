import type { ServerResponse } from 'node:http'
import { AppError, notFound, orNotFound, unauthenticated } from '@griot/service-kit/http/errors'
import { ADDRESS_HASH_HEADER } from '@griot/service-kit/identity/address-hash'
import { AUDIO_SENT_HEADER } from '@griot/service-kit/identity/audio-sent'
import type { AudioSent } from '../audio/audio-sent.ts'
import { requireRecentSignIn } from '../auth/recent-sign-in.ts'
import type { Context, Handler, Handlers, Middleware } from '../http/context.ts'
import { requireMethod } from '../http/errors.ts'
import { isSafe, requireOwnPage } from '../http/fetch-metadata.ts'
import { acquireSlot, type RequestSlot } from '../limits/concurrency-limit.ts'
import { createHashAddress } from '../limits/hash-address.ts'
import type { LimitName } from '../limits/rate-limits.ts'
import { createStreamLimit } from '../limits/stream-limit.ts'
import { type RouteRow, routeFor } from '../routes.ts'
import type { Shared } from '../shared.ts'
import type { LongRequests } from './long-requests.ts'
import { MODULE_BACKENDS_PATH } from './module-backends.ts'
import { markWrite, sinceWrite } from './read-your-writes.ts'
import { relay } from './relay.ts'

interface Options {
  /** The endpoints that the gateway implements itself. */
  ownRoutes: Handlers
  /** Throws if the requesting module version (`X-Mfe`) is blocked. */
  rejectBlocked(moduleVersion: string | string[] | undefined): void
  sendAudio: Handler
  /** Sends `/api/x/{module}/…` to the service of the module. */
  relayToModule: Handler
  audioSent: Pick<AudioSent, 'statementFor'>
  longRequests: Pick<LongRequests, 'add'>
  /** Called after a service has accepted a write. */
  onWritten(context: Context, row: RouteRow): void
}

// Services whose lists are cached for all users: after a write its author must not get a cached list.
const HAS_SHARED_LISTS = new Set(['catalog', 'media'])

// The disk of the service is full. The upload does not count towards the limit of the hour.
const INSUFFICIENT_STORAGE = 507

// Each tab keeps one. Without a limit one person could use up the connections to a service.
const EVENT_STREAMS_PER_USER = 6

/** Everything below `/api`: the gateway implements a few endpoints itself and relays all others to the services. */
export const createApi = (shared: Shared, options: Options) => {
  const { upstreams, tokenFor, requestMetrics, log } = shared
  const { ownRoutes, rejectBlocked, sendAudio, relayToModule, audioSent, longRequests, onWritten } = options
  const eventStreams = new Set<ServerResponse>()
  const limitEventStreams = createStreamLimit()
  const authorize = createAuthorize(shared)
  const uncountUpload = createUncountUpload(shared)
  const statementsFor = createStatements(audioSent, createHashAddress(shared.config))

  const forward = async (context: Context, row: RouteRow, slot?: RequestSlot) => {
    const { method, req, res, state } = context
    const { service, kind } = row
    await authorize(context, row).catch(async (error: unknown) => {
      if (error instanceof AppError && error.status < 500) await requireEndpoint(context)
      throw error
    })

    if (kind === 'audio') return sendAudio(context)
    const body = await slot?.readBody(req)
    const token = await tokenFor(state.session)
    const statements = await statementsFor(context, row)
    const onResponse = () => {
      if (!isSafe(method) && HAS_SHARED_LISTS.has(service)) markWrite(context)
    }
    if (kind !== 'json' && state.session !== null) longRequests.add(state.session.user.id, res)
    if (kind === 'events') {
      eventStreams.add(res)
      if (state.session !== null) limitEventStreams(state.session.user.id, EVENT_STREAMS_PER_USER, res)
    }
    try {
      const upstream = upstreams.to(service, kind)
      await relay(context, {
        upstream,
        kind,
        maxUploadBytes: shared.config.UPLOAD_MAX_BYTES,
        token,
        statements,
        sinceWrite: sinceWrite(context),
        body,
        onResponse,
        log,
      })
    } finally {
      eventStreams.delete(res)
    }
    if (!isSafe(method)) onWritten(context, row)
    if (res.statusCode === INSUFFICIENT_STORAGE) await uncountUpload(context, row)
  }

  const middleware: Middleware = async (context, next) => {
    const { path } = context
    if (path !== '/api' && !path.startsWith('/api/')) return next()
    rejectBlocked(context.req.headers['x-mfe'])
    const ownRoute = ownRoutes[path]
    if (ownRoute !== undefined) {
      requestMetrics.setRoute(context, path)
      return ownRoute(context)
    }
    if (path.startsWith(MODULE_BACKENDS_PATH)) return relayToModule(context)
    const row = orNotFound(routeFor(path), 'page')
    requestMetrics.setRoute(context, row.prefix, row.kind === 'json' ? 'short' : 'long')
    // Long requests have connections of their own and do not count towards the concurrency limit.
    if (row.kind !== 'json') return forward(context, row)
    const slot = await acquireSlot(upstreams.concurrencyLimitOf(row.service), context.res)
    try {
      await forward(context, row, slot)
    } finally {
      slot.release()
    }
  }

  return {
    middleware,
    /** Ends the event streams, so that browsers reconnect to another instance. */
    drain: () => {
      for (const stream of eventStreams) stream.destroy()
    },
  }
}

/** Takes back the count of an upload that a service has refused. */
const createUncountUpload =
  ({ uncount, log }: Pick<Shared, 'uncount' | 'log'>) =>
  async (context: Context, row: RouteRow) => {
    const limit = rateLimitFor(context.method, row)
    if (limit !== 'upload') return
    await uncount(context, limit).catch((error: unknown) =>
      log.warn({ err: error }, 'count of a refused upload not taken back'),
    )
  }

/** Checks a request before it is sent to a service, the cheapest check first. */
const createAuthorize =
  ({ findSession, count }: Pick<Shared, 'findSession' | 'count'>) =>
  async (context: Context, row: RouteRow) => {
    const { method, path, state } = context
    requireOwnPage(context)
    await findSession(context).catch((error: unknown) => {
      if (row.kind !== 'audio') throw error
      state.sessionError = error
    })
    if (row.access !== 'public' && state.session === null) throw unauthenticated()
    // 404 instead of 403: the address must not be visible to users who are not admins.
    const isAdmin = state.session?.user.roles.includes('admin') ?? false
    if (row.access === 'admin' && !isAdmin) throw notFound('page')
    // An admin sees the files of all users here, and other users only their own.
    if (isAdmin && state.session !== null && path.startsWith('/api/admin/')) requireRecentSignIn(state.session)
    await count(context, rateLimitFor(method, row))
  }

/** Headers with facts that only the gateway has. */
const createStatements =
  (audioSent: Options['audioSent'], hashAddress: (context: Context) => string) =>
  async (context: Context, { audioSent: precision, addressHash }: RouteRow) => {
    const { session } = context.state
    const statements: Record<string, string> = {}
    if (session === null) return statements
    if (precision !== undefined) {
      statements[AUDIO_SENT_HEADER] = await audioSent.statementFor(session.user.id, precision)
    }
    if (addressHash) statements[ADDRESS_HASH_HEADER] = hashAddress(context)
    return statements
  }

const rateLimitFor = (method: string, { limit }: RouteRow): LimitName => {
  if (isSafe(method)) return 'read'
  // Only the POST that starts an upload counts as an upload.
  return limit === 'upload' && method !== 'POST' ? 'piece' : limit
}

/**
 * Throws 404 or 405 if the endpoint does not exist, because the client's own error has precedence. Imported only for a
 * failed request: the contracts with their schemas take megabytes of memory.
 */
const requireEndpoint = async (context: Context) => {
  const { allowedMethods } = await import('./allowed-methods.ts')
  const methods = allowedMethods(context.path)
  if (methods.length === 0) throw notFound('page')
  requireMethod(context, ...methods)
}
