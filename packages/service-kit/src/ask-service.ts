import { type AnswerOf, type CallInput, type Endpoint, pathFor } from '@griot/contracts/endpoint'
import type { ErrorBody } from '@griot/contracts/errors'
import { AppError, unavailable } from './errors.ts'
import { IDENTITY_HEADER } from './identity.ts'
import { traced, traceHeaders } from './tracing/tracing.ts'

export interface AskOptions {
  /** Base address of the service that answers. */
  url: string
  /** The caller's identity token, passed on as it came. */
  token: string
  /** Of the request that is being answered, so that its lines are found in every log. */
  requestId?: string
  timeoutMs?: number
}

/**
 * Asks another service for a fact, in the name of the caller. A missing thing answers `undefined`; a service that
 * cannot be reached, or fails, is a 503 for our own caller.
 */
export const askService = <E extends Endpoint>(
  options: AskOptions,
  endpoint: E,
  input: CallInput<E>,
): Promise<AnswerOf<E> | undefined> =>
  traced(`ask ${endpoint.method} ${endpoint.path}`, { kind: 'client' }, () => ask(options, endpoint, input))

const ask = async <E extends Endpoint>(
  { url, token, requestId, timeoutMs = 3_000 }: AskOptions,
  endpoint: E,
  input: CallInput<E>,
): Promise<AnswerOf<E> | undefined> => {
  const { body, ...place } = input as { body?: unknown; params?: Record<string, unknown> }
  let response: Response
  let text: string
  try {
    response = await fetch(new URL(pathFor(endpoint, place), url), {
      method: endpoint.method,
      headers: {
        [IDENTITY_HEADER]: token,
        accept: 'application/json',
        ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
        ...traceHeaders(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    // Read whatever the status is: an answer left unread keeps its connection busy.
    text = await response.text()
  } catch (error) {
    throw unavailable('service', error)
  }
  if (response.status === 404) return undefined
  if (response.status >= 500) throw unavailable('service', new Error(`${endpoint.path} answered ${response.status}`))
  if (!response.ok) {
    const { code, message } = JSON.parse(text) as ErrorBody
    throw new AppError(response.status, code, message)
  }
  return endpoint.response.parse(text === '' ? undefined : JSON.parse(text)) as AnswerOf<E>
}
