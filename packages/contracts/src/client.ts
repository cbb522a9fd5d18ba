import { type CallInput, type Endpoint, pathFor, type ResponseOf } from './endpoint.ts'
import { ApiError } from './errors.ts'

export interface CallOptions {
  signal?: AbortSignal
  headers?: Record<string, string>
  /** The request continues when the page is closed. */
  keepalive?: boolean
  /** Replaces the browser's `fetch`. */
  ask?: Ask
}

export type Ask = (address: string, init: RequestInit) => Promise<Response>

/** Calls an endpoint of this origin with cookies. Throws {@link ApiError} for an error status. */
export const call = async <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<ResponseOf<E>> => (await callForPage(endpoint, input, options)).items

export interface Page<Items> {
  items: Items
  /** Cursor of the next page; null on the last one. */
  next: string | null
}

/** As {@link call}, with the cursor of the `Link` header. */
export const callForPage = async <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { signal, headers, keepalive, ask = fetch }: CallOptions = {},
): Promise<Page<ResponseOf<E>>> => {
  const { body, ...place } = input as {
    params?: Record<string, unknown>
    query?: Record<string, unknown>
    body?: unknown
  }
  const response = await ask(pathFor(endpoint, place), {
    method: endpoint.method,
    credentials: 'include',
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
    ...(keepalive === undefined ? {} : { keepalive }),
  })
  if (!response.ok) throw new ApiError(response.status, (await response.text()) || response.statusText)
  const items = (response.status === 204 ? undefined : await response.json()) as ResponseOf<E>
  return { items, next: nextCursor(response.headers.get('link')) }
}

const nextCursor = (link: string | null) => {
  const target = link?.match(/<([^>]+)>;\s*rel="next"/)?.[1]
  return target === undefined ? null : new URL(target, 'http://same.origin').searchParams.get('cursor')
}
