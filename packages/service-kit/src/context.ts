import type Koa from 'koa'
import type { Caller } from './identity.ts'
import type { Log } from './log.ts'
import type { RouteMeter } from './metrics/request-times.ts'

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
