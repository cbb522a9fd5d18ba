import type { Endpoint } from '@griot/contracts/endpoint'
import { type Answer, send } from './answers.ts'
import type { Context } from './context.ts'
import { type Call, readCall } from './read-call.ts'

export interface Route {
  readonly endpoint: Endpoint
  readonly handle: (context: Context) => Promise<void>
  /** What it sends or takes is a stream, so how long it lasts says nothing about us. */
  readonly isStream?: boolean
}

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
