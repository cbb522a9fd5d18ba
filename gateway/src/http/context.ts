import type { RouteMeter } from '@griot/service-kit/metrics/request-times'
import type Koa from 'koa'
import type { Session } from '../auth/sessions.ts'

export interface GatewayState {
  requestId: string
  /** The origin that the browser used, one of ours; empty for health checks. */
  origin: string
  /** Null when signed out. */
  session: Session | null
  /** Under which name it is counted, once that is known. */
  meter?: RouteMeter
}

export type Context = Koa.ParameterizedContext<GatewayState>
export type Middleware = Koa.Middleware<GatewayState>
