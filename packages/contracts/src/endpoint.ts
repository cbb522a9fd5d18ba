import { z } from 'zod'
import { IdParams, UserParams } from './values.ts'

/** Callers: everyone, signed-in users, admins, or teams with a token of their module. */
export type Access = 'public' | 'user' | 'admin' | 'team'

interface RequestHeader {
  readonly meaning: string
  readonly pattern: RegExp
}

/** An endpoint as a value: client and server take types, validation and routes from it. */
export interface Endpoint {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `:name` parameters. */
  readonly path: `/${string}`
  readonly access: Access
  /** One sentence for the API description. */
  readonly summary: string
  /** By default `:id` is an id, and the id of a user also `me`. */
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodObject
  /** Unknown by default, for responses that are not JSON. */
  readonly response: z.ZodType
  /** Of a success; 200 by default. */
  readonly status?: 200 | 201 | 202 | 204 | 303
  /** Media type of a success that is not JSON. */
  readonly responseType?: string
  /** Name of the file field of a multipart body, which has no schema. */
  readonly file?: string
  /** Media types of that file; audio types by default. */
  readonly fileTypes?: readonly string[]
  /** Media type of a body of bytes, which has no schema. */
  readonly requestType?: string
  /** A success has no body, only headers. */
  readonly isEmpty?: true
  /** Required request headers. */
  readonly requestHeaders?: Readonly<Record<string, RequestHeader>>
  /** Headers of a success: name → meaning. */
  readonly responseHeaders?: Readonly<Record<string, string>>
  /** A repeat with the same `Idempotency-Key` has no effect and returns the same response. */
  readonly takesIdempotencyKey?: true
  /** Further statuses: status → meaning. */
  readonly also?: Readonly<Record<number, string>>
}

type Details = Omit<Endpoint, 'method' | 'path' | 'access' | 'response'> & Partial<Pick<Endpoint, 'response'>>
type NoOther<Rest> = Readonly<Record<Exclude<keyof Rest, keyof Details>, never>>

type Defaults<Path> = { readonly response: z.ZodUnknown } & (Path extends `/api/user/:id${string}`
  ? { readonly params: typeof UserParams }
  : Path extends `${string}/:id${string}`
    ? { readonly params: typeof IdParams }
    : object)

const defaultsOf = (path: string) => ({
  response: z.unknown(),
  ...(path.includes('/:id') && { params: path.startsWith('/api/user/') ? UserParams : IdParams }),
})

const define =
  <const Method extends Endpoint['method']>(method: Method) =>
  <const Path extends Endpoint['path'], const Caller extends Access, const Rest extends Details>(
    path: Path,
    access: Caller,
    rest: Rest & NoOther<Rest>,
  ) =>
    ({ method, path, access, ...defaultsOf(path), ...rest }) as {
      readonly method: Method
      readonly path: Path
      readonly access: Caller
    } & Omit<Defaults<Path>, keyof Rest> &
      Rest

export const get = define('GET')
export const head = define('HEAD')
export const post = define('POST')
export const put = define('PUT')
export const patch = define('PATCH')
export const remove = define('DELETE')

type In<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined
type Out<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

export type ParamsOf<E extends Endpoint> = Out<E['params']>
export type QueryOf<E extends Endpoint> = Out<E['query']>
export type BodyOf<E extends Endpoint> = Out<E['body']>
export type ResponseOf<E extends Endpoint> = z.output<E['response']>

export type CallInput<E extends Endpoint> = (E['params'] extends z.ZodType ? { params: In<E['params']> } : object) &
  (E['query'] extends z.ZodType ? { query?: In<E['query']> } : object) &
  (E['body'] extends z.ZodType ? { body: In<E['body']> } : object)

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
