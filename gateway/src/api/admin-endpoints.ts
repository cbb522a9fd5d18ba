import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '@griot/contracts/endpoint'
import { pathFor } from '@griot/contracts/endpoint'
import { notFound, unauthenticated } from '@griot/service-kit/http/errors'
import Router from '@koa/router'
import { requireRecentSignIn } from '../auth/recent-sign-in.ts'
import type { Context, GatewayState, Middleware, Session } from '../http/context.ts'
import { methodNotAllowed } from '../http/errors.ts'
import { isSafe, requireOwnPage } from '../http/fetch-metadata.ts'
import { readJsonBody, validate } from '../http/read-body.ts'
import type { Shared } from '../shared.ts'

interface AdminCall<E extends Endpoint> {
  context: Context
  session: Session
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Adds the `Link` header of the next page, if there is one. */
  nextPage(cursor: string | null): void
}

export interface AdminRoute {
  endpoint: Endpoint
  handle(call: AdminCall<Endpoint>): Promise<unknown>
}

/** Binds an operation of the gateway to an endpoint for admins. */
export const onAdmin = <E extends Endpoint>(
  endpoint: E,
  handle: (call: AdminCall<E>) => Promise<unknown>,
): AdminRoute => ({ endpoint, handle: handle as unknown as AdminRoute['handle'] })

/** The endpoints for admins that the gateway itself implements. For all other users they do not exist. */
export const createAdminEndpoints = (
  { findSession, count, requestMetrics }: Pick<Shared, 'findSession' | 'count' | 'requestMetrics'>,
  rejectBlocked: (moduleVersion: string | string[] | undefined) => void,
  routes: readonly AdminRoute[],
): Middleware => {
  const authorize = async (context: Context) => {
    rejectBlocked(context.req.headers['x-mfe'])
    requireOwnPage(context)
    const session = await findSession(context)
    if (session === null) throw unauthenticated()
    if (!session.user.roles.includes('admin')) throw notFound('page')
    requireRecentSignIn(session)
    await count(context, isSafe(context.method) ? 'read' : 'write')
    return session
  }

  const router = new Router<GatewayState>()
  for (const { endpoint, handle } of routes) {
    router.register(endpoint.path, [endpoint.method], async (context: Context & { params: Record<string, string> }) => {
      requestMetrics.setRoute(context, endpoint.path, endpoint.responseType === undefined ? 'short' : 'long')
      const session = await authorize(context)
      const params = endpoint.params?.safeParse(context.params) ?? { success: true, data: {} }
      if (!params.success) throw notFound('page')
      const query = endpoint.query && validate(endpoint.query, { ...context.query })
      const body = endpoint.body && (await readJsonBody(context.req, endpoint.body))
      context.set('cache-control', 'private, no-store')
      const nextPage = (cursor: string | null) => {
        if (cursor === null) return
        const target = pathFor(endpoint, { params: context.params, query: { ...context.query, cursor } })
        context.set('link', `<${target}>; rel="next"`)
      }
      context.body = await handle({ context, session, params: params.data, query, body, nextPage } as never)
    })
  }
  const route = router.routes()
  return (context, next) =>
    route(context as never, async () => {
      const { matched = [] } = context as { matched?: { methods: string[] }[] }
      if (matched.length === 0) return next()
      await authorize(context)
      throw methodNotAllowed(context, [...new Set(matched.flatMap(({ methods }) => methods))])
    })
}
