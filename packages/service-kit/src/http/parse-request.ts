import { type BodyOf, type Endpoint, type ParamsOf, pathFor, type QueryOf } from '@griot/contracts/endpoint'
import { ERROR_CODES, type ErrorNoun } from '@griot/contracts/error-codes'
import type { z } from 'zod'
import type { Caller } from '../identity/identity.ts'
import type { Log } from '../log/log.ts'
import { requireOwnBody } from './caller-only.ts'
import type { Context } from './context.ts'
import { invalid, notFound } from './errors.ts'
import { inputSentence } from './validation-messages.ts'

/** Input of an operation. `user` is null only where the endpoint is public. */
export interface Call<E extends Endpoint> {
  user: E['access'] extends 'public' ? Caller | null : Caller
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** The identity token, for `callService`. */
  token: string
  requestId: string
  log: Log
  header(name: string): string | undefined
  setHeader(name: string, value: string): void
  /** Replaces the endpoint's status: 200 if nothing had to be created. */
  setStatus(status: 200 | 201): void
  /** Adds the `Link` header of the next page, if there is one. */
  nextPage(cursor: string | null): void
}

/** Validates a request by the endpoint's schemas: 404 for a malformed id, 400 with a sentence for each invalid field. */
export const readCall = <E extends Endpoint>(endpoint: E, context: Context): Call<E> => {
  const { user, token, requestId, log } = context.state
  const params = parse(endpoint.params, context.params as unknown, () => notFound(nounOf(endpoint)))
  const query = parse(endpoint.query, { ...context.query }, fieldErrors)
  const body = parse(endpoint.body, context.request.body, fieldErrors)
  requireOwnBody(user, body)
  return {
    user,
    params,
    query,
    body,
    token,
    requestId,
    log,
    header: (name: string) => context.get(name) || undefined,
    setHeader: (name: string, value: string) => context.set(name, value),
    setStatus: (status: number) => {
      context.state.status = status
    },
    nextPage: (cursor: string | null) => {
      if (cursor === null) return
      const { cursor: _, ...rest } = context.query
      const target = pathFor(endpoint, { params: context.params, query: { ...rest, cursor } })
      context.set('link', `<${target}>; rel="next"`)
    },
  } as Call<E>
}

const parse = (schema: z.ZodType | undefined, input: unknown, onError: (error: z.ZodError) => Error): unknown => {
  if (schema === undefined) return undefined
  const result = schema.safeParse(input, { error: inputSentence })
  if (!result.success) throw onError(result.error)
  return result.data
}

const fieldErrors = (error: z.ZodError) => {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const name of issue.keys) fields[name] ??= 'This field is unknown.'
    } else {
      fields[issue.path.join('.') || 'body'] ??= issue.message
    }
  }
  return invalid(fields)
}

/** The last word before the first parameter: `podcast` for `/api/podcast/:id/episodes`. */
const nounOf = ({ path }: Endpoint) => {
  const noun = (path.slice(0, path.indexOf('/:')).split('/').at(-1) ?? '').replaceAll('-', '_')
  return Object.hasOwn(ERROR_CODES, `${noun}.not_found`) ? (noun as ErrorNoun<'not_found'>) : 'page'
}
