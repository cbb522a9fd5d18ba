import type Koa from 'koa'
import type { Caller } from '../identity/identity.ts'
import type { Log } from '../log/log.ts'
import type { RouteLabels } from '../metrics/metrics.ts'

export interface State {
  requestId: string
  log: Log
  /** Null when signed out. */
  user: Caller | null
  /** The gateway's identity token, for calls to other services. */
  token: string
  /** Replaces the endpoint's status of a success. */
  status?: number
  /** Set once a route has matched. */
  route?: RouteLabels
}

export type Context = Koa.ParameterizedContext<State>
