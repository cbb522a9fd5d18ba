import type { z } from 'zod'

/** Who may call: anyone, a signed-in person, or a person with the admin role. */
export type Access = 'public' | 'user' | 'admin'

/** One call of the product as a value: both sides of the wire are typed, checked and routed from it. */
export interface Endpoint {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with `:name` parameters, spelled as in the product brief. */
  readonly path: `/api/${string}`
  readonly access: Access
  /** One sentence for the reader of the API description. */
  readonly summary: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodObject
  readonly response: z.ZodType
  /** Status of a success; 200 when left out. */
  readonly status?: 200 | 201 | 202 | 204 | 303
  /** Media type of a success that is not JSON: it has no schema. */
  readonly answers?: string
  /** Name of the one file field; the body is then a form (multipart) and has no schema. */
  readonly file?: string
  /** Media types of that file; those of recordings when left out. */
  readonly fileTypes?: readonly string[]
  /** Media type of a body that is plain bytes: it has no schema. */
  readonly takes?: string
  /** A success has no body, only headers. */
  readonly isEmpty?: true
  /** Headers that a caller has to send, by name, with what they say. */
  readonly requestHeaders?: Readonly<Record<string, string>>
  /** Headers of a success that say something of their own. */
  readonly responseHeaders?: Readonly<Record<string, string>>
  /** A repeat with the same `Idempotency-Key` header does nothing and answers the same. */
  readonly takesIdempotencyKey?: true
  /** Statuses that do not go without saying, and what they mean here. */
  readonly also?: Readonly<Record<number, string>>
}

type In<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined
type Out<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

export type ParamsOf<E extends Endpoint> = Out<E['params']>
export type QueryOf<E extends Endpoint> = Out<E['query']>
export type BodyOf<E extends Endpoint> = Out<E['body']>
export type AnswerOf<E extends Endpoint> = z.output<E['response']>

/** What a caller passes: only the parts that the endpoint has. */
export type CallInput<E extends Endpoint> = (E['params'] extends z.ZodType ? { params: In<E['params']> } : object) &
  (E['query'] extends z.ZodType ? { query?: In<E['query']> } : object) &
  (E['body'] extends z.ZodType ? { body: In<E['body']> } : object)

/** The endpoint's path with its parameters filled in and its query appended. */
export const pathFor = (
  endpoint: Pick<Endpoint, 'path'>,
  input: { params?: Record<string, unknown>; query?: Record<string, unknown> } = {},
) => {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(name, String(value))
  }
  return query.size > 0 ? `${path}?${query}` : path
}
