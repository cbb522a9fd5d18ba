import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '@griot/contracts/endpoint'
import type { TokenScope } from '@griot/contracts/module-team'
import type { z } from 'zod'
import type { Context } from '../http/context.ts'
import type { Caller } from './authenticate-caller.ts'

/** The permission for the path's module that the endpoint requires; `admin` and `any` (authenticated) concern no module. */
export type Permission = TokenScope | 'verify' | 'manage' | 'admin' | 'any'

interface Call<E extends Endpoint> {
  context: Context
  caller: Caller
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
}

export interface Route {
  endpoint: Endpoint
  permission: Permission
  // biome-ignore lint/suspicious/noExplicitAny: a list holds calls of different endpoints; `on` checks each one
  handle: (call: Call<any>) => unknown
}

export const on = <E extends Endpoint>(
  endpoint: E,
  permission: Permission,
  handle: (call: Call<E>) => Promise<z.input<E['response']>>,
): Route => ({ endpoint, permission, handle })
