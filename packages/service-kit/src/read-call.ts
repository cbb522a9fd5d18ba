import { type BodyOf, type Endpoint, type ParamsOf, pathFor, type QueryOf } from '@griot/contracts/endpoint'
import type { z } from 'zod'
import type { Context } from './context.ts'
import { invalid, notFound } from './errors.ts'
import type { Caller } from './identity.ts'
import { inputSentence } from './input-sentences.ts'
import type { Log } from './log.ts'
import { namesOnlyTheCaller, refuseOtherPeople } from './only-oneself.ts'

/** What an operation gets: the caller (never null where the endpoint needs one) and the checked input. */
export interface Call<E extends Endpoint> {
  user: E['access'] extends 'public' ? Caller | null : Caller
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** For passing on who is calling: see {@link askService}. */
  token: string
  requestId: string
  log: Log
  header(name: string): string | undefined
  setHeader(name: string, value: string): void
  /** Instead of the endpoint's own status: 200 where nothing had to be created. */
  setStatus(status: 200 | 201): void
  /** Says in a `Link` header that there are more rows after this cursor. */
  nextPage(cursor: string | null): void
}

/** What was asked, checked by the endpoint's schemas: 400 with a sentence for each field at fault. */
export const readCall = <E extends Endpoint>(endpoint: E, context: Context): Call<E> => {
  const params = namesOnlyTheCaller(endpoint)
    ? context.params
    : parse(endpoint.params, context.params as unknown, () => notFound(nounOf(endpoint)))
  const query = parse(endpoint.query, { ...context.query }, fieldErrors)
  const body = parse(endpoint.body, context.request.body, fieldErrors)
  refuseOtherPeople(context.state.user, body)
  return {
    user: context.state.user,
    params,
    query,
    body,
    token: context.state.token,
    requestId: context.state.requestId,
    // Made when something is to be said, which is seldom.
    get log() {
      return context.state.log
    },
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
      for (const name of issue.keys) fields[name] ??= 'There is no such field here.'
    } else {
      fields[issue.path.join('.') || 'body'] ??= issue.message
    }
  }
  return invalid(fields)
}

/** `/api/podcast/:id/episodes` is about a podcast: the last fixed word before the first parameter. */
const nounOf = (endpoint: Endpoint) => {
  const words = endpoint.path.slice(0, endpoint.path.indexOf('/:')).split('/')
  return (words.at(-1) ?? 'page').replaceAll('-', '_')
}
