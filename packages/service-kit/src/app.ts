import {
  type AnswerOf,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  pathFor,
  type QueryOf,
} from '@griot/contracts/endpoint'
import { UserParams } from '@griot/contracts/values'
import Router from '@koa/router'
import Koa from 'koa'
import type { z } from 'zod'
import { answerErrors } from './answer-errors.ts'
import { AppError, forbidden, invalid, notFound, unauthenticated } from './errors.ts'
import { type Caller, IDENTITY_HEADER, type VerifyIdentity } from './identity.ts'
import { inputSentence } from './input-sentences.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { RouteMeter } from './metrics/request-times.ts'
import { readJson } from './read-json.ts'
import { traceRequests } from './tracing/trace-requests.ts'
import { tracing } from './tracing/tracing.ts'

export interface State {
  requestId: string
  log: Log
  /** Null when signed out. */
  user: Caller | null
  /** The gateway's token, to be passed on to another service. */
  token: string
  /** Of the answer, where the operation knows better than the endpoint. */
  status?: number
  /** Of the route that answers, once it is known which. */
  meter?: RouteMeter
}

export type Context = Koa.ParameterizedContext<State>

/** What an operation gets: the caller (never null where the endpoint needs one) and the checked input. */
export interface Call<E extends Endpoint> {
  user: E['access'] extends 'public' ? Caller | null : Caller
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** For passing on who is calling: see {@link askService}. */
  token: string
  requestId: string
  log: Log
  header(name: string): string | undefined
  setHeader(name: string, value: string): void
  /** Instead of the endpoint's own status: 200 where nothing had to be created. */
  setStatus(status: 200 | 201): void
  /** Says in a `Link` header that there are more rows after this cursor. */
  nextPage(cursor: string | null): void
}

/** JSON that is ready to send: a list that is asked for often is serialised once. */
export class JsonBytes {
  readonly bytes: Buffer
  readonly etag: string
  constructor(bytes: Buffer, etag: string) {
    this.bytes = bytes
    this.etag = etag
  }
}

/**
 * An answer that needs no second look: every field of it comes from a row that was checked, or from a rule of ours.
 * Looking at each field again costs the calls that are asked most a tenth of all they cost.
 */
export class CheckedAnswer<Value extends object> {
  readonly value: Value
  constructor(value: Value) {
    this.value = value
  }
}

export interface Route {
  readonly endpoint: Endpoint
  readonly handle: (context: Context) => Promise<void>
  /** What it sends or takes is a stream, so how long it lasts says nothing about us. */
  readonly isStream?: boolean
}

type Answer<E extends Endpoint> = AnswerOf<E> | JsonBytes | CheckedAnswer<AnswerOf<E> & object>

/** An endpoint and the operation that answers it: input checked before, answer checked after. */
export const on = <E extends Endpoint>(
  endpoint: E,
  operation: (call: Call<E>) => Promise<Answer<E>> | Answer<E>,
): Route => ({
  endpoint,
  async handle(context) {
    const answer = await operation(readCall(endpoint, context))
    send(endpoint, context, answer)
  },
})

/** An endpoint whose body or answer is a stream: the operation works on the Koa context itself. */
export const onStream = (endpoint: Endpoint, handle: (context: Context) => Promise<void>): Route => ({
  endpoint,
  handle,
  isStream: true,
})

const readCall = <E extends Endpoint>(endpoint: E, context: Context): Call<E> => {
  const params = namesOnlyTheCaller(endpoint)
    ? context.params
    : parse(endpoint.params, context.params as unknown, () => notFound(nounOf(endpoint)))
  const query = parse(endpoint.query, { ...context.query }, fieldErrors)
  const body = parse(endpoint.body, context.request.body, fieldErrors)
  refuseOtherPeople(context.state.user, body)
  return {
    user: context.state.user,
    params,
    query,
    body,
    token: context.state.token,
    requestId: context.state.requestId,
    // Made when something is to be said, which is seldom.
    get log() {
      return context.state.log
    },
    header: (name: string) => context.get(name) || undefined,
    setHeader: (name: string, value: string) => context.set(name, value),
    setStatus: (status: number) => {
      context.state.status = status
    },
    nextPage: (cursor: string | null) => {
      if (cursor === null) return
      const { cursor: _, ...rest } = context.query
      const target = pathFor(endpoint, { params: context.params, query: { ...rest, cursor } })
      context.set('link', `<${target}>; rel="next"`)
    },
  } as Call<E>
}

const parse = (schema: z.ZodType | undefined, input: unknown, onError: (error: z.ZodError) => Error): unknown => {
  if (schema === undefined) return undefined
  const result = schema.safeParse(input, { error: inputSentence })
  if (!result.success) throw onError(result.error)
  return result.data
}

const fieldErrors = (error: z.ZodError) => {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const name of issue.keys) fields[name] ??= 'There is no such field here.'
    } else {
      fields[issue.path.join('.') || 'body'] ??= issue.message
    }
  }
  return invalid(fields)
}

/** `/api/podcast/:id/episodes` is about a podcast: the last fixed word before the first parameter. */
const nounOf = (endpoint: Endpoint) => {
  const words = endpoint.path.slice(0, endpoint.path.indexOf('/:')).split('/')
  return (words.at(-1) ?? 'page').replaceAll('-', '_')
}

const NAMES_OF_THE_CALLER = ['userId', 'senderId'] as const

/** The session says who is calling. The caller's id in a body is checked, never believed. */
const refuseOtherPeople = (user: Caller | null, body: unknown) => {
  const named = (body ?? {}) as Record<string, unknown>
  for (const name of NAMES_OF_THE_CALLER) {
    const id = named[name] ?? 'me'
    if (id !== 'me' && String(id).toLowerCase() !== user?.id) {
      throw forbidden('user', 'You can only do this for yourself.')
    }
  }
}

/**
 * The caller has this version already. Koa's own `fresh` says no to `Cache-Control: no-cache`, which programs send along
 * with exactly this question.
 */
export const isUnchanged = (context: Context, etag: string) => {
  if (context.req.headers['if-none-match'] === undefined) return false
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  const known = context.get('if-none-match').split(',').map(bare)
  return known.includes(bare(etag)) || known.includes('*')
}

const send = (endpoint: Endpoint, context: Context, answer: unknown) => {
  if (answer instanceof JsonBytes) {
    context.set('etag', answer.etag)
    context.type = 'application/json; charset=utf-8'
    if (isUnchanged(context, answer.etag)) context.status = 304
    else context.body = answer.bytes
    return
  }
  context.status = context.state.status ?? endpoint.status ?? 200
  if (endpoint.status === 204) return
  const checked = answer instanceof CheckedAnswer ? answer.value : endpoint.response.parse(answer)
  if (typeof checked === 'object' && checked !== null) {
    // Koa would find out by itself that this is JSON, which costs each answer more than writing it.
    context.set('content-type', 'application/json; charset=utf-8')
    context.body = JSON.stringify(checked)
  } else context.body = checked
}

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
  throw new AppError(405, 'method.not_allowed', 'This address does not take that method.')
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

const requireAccess = ({ access, path }: Endpoint, context: Context) => {
  const { user } = context.state
  if (access !== 'public' && user === null) throw unauthenticated()
  // To someone who is no admin the address does not exist.
  if (access === 'admin' && !user?.isAdmin) throw notFound('page')
  if (path.startsWith(OWN)) useOwnId(context, user)
}

const OWN = '/api/user/:'

/** The path has one parameter, and {@link useOwnId} has put the caller's id there. */
const namesOnlyTheCaller = ({ access, path, params }: Endpoint) =>
  params === UserParams && access !== 'public' && path.startsWith(OWN)

/** `/api/user/:id/…` answers for oneself only; `me` is an alias. */
const useOwnId = (context: Context, user: Caller | null) => {
  const { id } = context.params as { id: string }
  if (user !== null && id !== 'me' && id.toLowerCase() !== user.id) {
    throw forbidden('user', 'You can only see what is yours.')
  }
  if (user !== null) context.params.id = user.id
}
