import { ErrorBody } from '@griot/contracts/errors'
import type { JsonSchema } from './json-schemas.ts'

/** What an answer looks like to OpenAPI. */
export interface Answer {
  description: string
  headers?: Record<string, unknown>
  content?: Record<string, { schema: JsonSchema }>
}

type Schemas = { write(schema: typeof ErrorBody, io: 'output'): JsonSchema }

export const SESSION = {
  type: 'apiKey',
  in: 'cookie',
  name: 'griot_session',
  description: 'Set by signing in. Over https its name is `__Host-griot_session`.',
}

export const text = (description: string) => ({ description, schema: { type: 'string' } })

export const HEADERS = {
  Link: text('`<…>; rel="next"`: the next page of the list. Missing on the last one.'),
  'X-Request-Id': text('Names this request in our logs.'),
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
  'Idempotent-Replayed': { description: 'This is the answer from the first time.', schema: { const: 'true' } },
}

export type HeaderName = keyof typeof HEADERS

export const headers = (...names: HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** An answer that is not ok. */
export const refusal = (schemas: Schemas, description: string, ...more: HeaderName[]): Answer => ({
  description,
  headers: headers('X-Request-Id', ...more),
  content: { 'application/json': { schema: schemas.write(ErrorBody, 'output') } },
})

/** Refusals that mean the same everywhere, by the name they are referred to. */
export const refusals = (schemas: Schemas) => ({
  BadInput: refusal(schemas, 'The input is not well formed; `fields` says what is wrong with it.'),
  SignedOut: refusal(schemas, 'Nobody is signed in.'),
  NotAllowed: refusal(schemas, 'It is about somebody else, or the call came from a foreign page.'),
  NotFound: refusal(schemas, 'There is no such thing, or the caller need not know that there is.'),
  TooLarge: refusal(schemas, 'The body is longer than 256 kB.'),
  NotJson: refusal(schemas, 'The body does not say that it is JSON.'),
  TooMany: refusal(schemas, 'That was a lot at once.', 'Retry-After'),
  Failed: refusal(schemas, 'Something is wrong on our side; after 503 it is worth trying again.', 'Retry-After'),
})

export type RefusalName = keyof ReturnType<typeof refusals>
