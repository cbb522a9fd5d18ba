import type { Role } from '@griot/contracts/user'
import type { RouteLabels } from '@griot/service-kit/metrics/metrics'
import type Koa from 'koa'

export interface Session {
  /** Identifies the session in the caches of this process; it is not the cookie. */
  key: string
  user: { id: string; email: string; emailIsVerified: boolean; firstName: string; lastName: string; roles: Role[] }
  /** Whether the sign-in is recent enough for actions of admins and the deletion of the account. */
  isRecent: boolean
  accountAgeDays: number
  /** Days of the last 30 on which the account was used. */
  activeDays: number
}

export interface GatewayState {
  requestId: string
  /** Our origin that the browser used; empty for health checks. */
  origin: string
  /** Null if the user is signed out, and until the session was looked up. */
  session: Session | null
  /** Why the session could not be looked up. Only requests for audio continue: published audio needs no session. */
  sessionError?: unknown
  /** For metrics and traces; set once the route is known. */
  route?: RouteLabels
}

export type Context = Koa.ParameterizedContext<GatewayState>
export type Middleware = Koa.Middleware<GatewayState>
export type Handler = (context: Context) => Promise<void>
/** By path. */
export type Handlers = Readonly<Record<string, Handler>>

/** 303: the browser loads `target` with GET. */
export const seeOther = (context: Context, target: string) => {
  context.status = 303
  context.set({ location: target, 'cache-control': 'no-store' })
  context.body = ''
}
