import { call } from '@griot/contracts/client'
import type { CallInput, Endpoint, ResponseOf } from '@griot/contracts/endpoint'
import { ApiError } from '@griot/contracts/errors'
import { IDENTITY_HEADER } from '../identity/identity.ts'
import { relayError, unavailable } from './errors.ts'

export interface CallServiceOptions {
  /** Base URL of the service. */
  url: string
  /** The caller's identity token. */
  token: string
  /** Of the current request, so that the log lines of both services share it. */
  requestId?: string
  timeoutMs?: number
}

/**
 * Calls another service on behalf of the caller. Returns undefined for a 404; throws a 503 if the service fails or is
 * unavailable, and relays its other errors.
 */
export const callService = async <E extends Endpoint>(
  { url, token, requestId, timeoutMs = 3_000 }: CallServiceOptions,
  endpoint: E,
  input: CallInput<E>,
): Promise<ResponseOf<E> | undefined> => {
  const options = {
    ask: (path: string, init: RequestInit) => fetch(new URL(path, url), init),
    headers: { [IDENTITY_HEADER]: token, ...(requestId !== undefined && { 'x-request-id': requestId }) },
    signal: AbortSignal.timeout(timeoutMs),
  }
  const response = await call(endpoint, input, options).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return undefined
    if (error instanceof ApiError && error.status < 500) {
      throw relayError(error.status, { code: error.code ?? '', message: error.sentence ?? '' })
    }
    throw unavailable('service', new Error(`${endpoint.path} failed`, { cause: error }))
  })
  return response === undefined ? undefined : (endpoint.response.parse(response) as ResponseOf<E>)
}
