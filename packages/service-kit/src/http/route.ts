import type { Endpoint } from '@griot/contracts/endpoint'
import type { Context } from './context.ts'
import { type Call, readCall } from './parse-request.ts'
import { type Result, send } from './responses.ts'

export interface Route {
  readonly endpoint: Endpoint
  readonly handle: (context: Context) => Promise<void>
  /** The request or response is a stream, so its duration depends on the client. */
  readonly isStream?: boolean
}

/** Binds an operation to its endpoint: the input is validated before, the result after. */
export const on = <E extends Endpoint>(
  endpoint: E,
  operation: (call: Call<E>) => Promise<Result<E>> | Result<E>,
): Route => ({
  endpoint,
  async handle(context) {
    send(endpoint, context, await operation(readCall(endpoint, context)))
  },
})

/** Binds a handler that streams and therefore works on the Koa context. */
export const onStream = (endpoint: Endpoint, handle: (context: Context) => Promise<void>): Route => ({
  endpoint,
  handle,
  isStream: true,
})
