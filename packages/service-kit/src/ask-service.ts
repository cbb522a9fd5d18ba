import { type AnswerOf, type CallInput, type Endpoint, pathFor } from '@griot/contracts/endpoint'
import { AppError, unavailable } from './errors.ts'
import { IDENTITY_HEADER } from './identity.ts'

export interface AskOptions {
  /** Base address of the service that answers. */
  url: string
  /** The caller's identity token, passed on as it came. */
  token: string
  timeoutMs?: number
}

/**
 * Asks another service for a fact, in the name of the caller. A missing thing answers `undefined`; a service that
 * cannot be reached, or fails, is a 503 for our own caller.
 */
export const askService = async <E extends Endpoint>(
  { url, token, timeoutMs = 3_000 }: AskOptions,
  endpoint: E,
  input: CallInput<E>,
): Promise<AnswerOf<E> | undefined> => {
  let response: Response
  try {
    response = await fetch(new URL(pathFor(endpoint, input as Parameters<typeof pathFor>[1]), url), {
      method: endpoint.method,
      headers: { [IDENTITY_HEADER]: token, accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch (error) {
    throw unavailable('service', error)
  }
  if (response.status === 404) return undefined
  if (response.status >= 500) throw unavailable('service', new Error(`${endpoint.path} answered ${response.status}`))
  if (!response.ok) {
    const body = (await response.json()) as { code: string; message: string }
    throw new AppError(response.status, body.code, body.message)
  }
  return endpoint.response.parse(await response.json()) as AnswerOf<E>
}
