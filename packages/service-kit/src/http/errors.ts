import type { ErrorCode, ErrorNoun } from '@griot/contracts/error-codes'

/** An expected failure. The error middleware sends it as it is; every other error becomes a plain 500. */
export class AppError extends Error {
  readonly status: number
  readonly code: ErrorCode
  /** Field name → problem. */
  readonly fields: Record<string, string> | undefined
  /** Seconds, sent as `Retry-After`. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    more: { fields?: Record<string, string>; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.name = 'AppError'
    this.status = status
    this.code = code
    this.fields = more.fields
    this.retryAfter = more.retryAfter
  }
}

/** The error response of another service. A newer release may send a code that this release does not list. */
export const relayError = (status: number, body: { code: string; message: string }) =>
  new AppError(status, body.code as ErrorCode, body.message)

/** The operation may succeed later: a database or a service is unavailable. */
export const isOutage = (error: unknown): error is AppError => error instanceof AppError && error.status >= 500

const words = (noun: string) => noun.replaceAll('_', ' ')

/** 404, also for a resource whose existence the caller may not learn. */
export const notFound = (noun: ErrorNoun<'not_found'>) =>
  new AppError(404, `${noun}.not_found`, `We could not find that ${words(noun)}.`)

/** The value. Throws 404 if it is null or undefined. */
export const orNotFound = <Value>(value: Value | null | undefined, noun: ErrorNoun<'not_found'>): Value => {
  if (value === null || value === undefined) throw notFound(noun)
  return value
}

export const forbidden = (noun: ErrorNoun<'forbidden'>, message = `That ${words(noun)} is not yours.`) =>
  new AppError(403, `${noun}.forbidden`, message)

export const unauthenticated = () => new AppError(401, 'session.missing', 'Please sign in first.')

export const conflict = (code: ErrorCode, message: string) => new AppError(409, code, message)

/** 422: the input is well formed, but a rule of the product refuses it. */
export const refused = (code: ErrorCode, message: string) => new AppError(422, code, message)

/** 400 with a sentence for each invalid field. */
export const invalid = (
  fields: Record<string, string>,
  message = Object.values(fields)[0] ?? 'Please check the input.',
) => new AppError(400, 'input.invalid', message, { fields })

export const unavailable = (part: ErrorNoun<'unavailable'>, cause?: unknown) =>
  new AppError(503, `${part}.unavailable`, 'This does not work right now. Please try again in a moment.', {
    retryAfter: 2,
    cause,
  })

export const isUnavailable = (error: unknown, part: ErrorNoun<'unavailable'>) =>
  error instanceof AppError && error.code === `${part}.unavailable`

export const NOT_JSON = new AppError(400, 'body.not_json', 'The body is not a JSON object.')
export const METHOD_NOT_ALLOWED = new AppError(405, 'method.not_allowed', 'This address does not accept that method.')
export const BODY_TOO_LARGE = new AppError(413, 'body.too_large', 'The body is too large.')
export const NO_JSON_TYPE = new AppError(415, 'body.unsupported_type', 'Please send application/json.')

/** Libraries refuse a request by its status alone. */
const BY_STATUS = new Map(
  [NOT_JSON, METHOD_NOT_ALLOWED, BODY_TOO_LARGE, NO_JSON_TYPE].map((error) => [error.status, error]),
)

/** The error response for anything thrown: client errors of libraries keep their status, unknown errors become a 500. */
export const asAppError = (thrown: unknown): AppError => {
  if (thrown instanceof AppError) return thrown
  const { status, expose } = (thrown ?? {}) as { status?: unknown; expose?: unknown }
  if (typeof status === 'number' && status >= 400 && status < 500 && expose !== false) {
    return BY_STATUS.get(status) ?? new AppError(status, 'request.refused', 'The request was not understood.')
  }
  return new AppError(500, 'server.failed', 'Something went wrong on our side. Please try again.')
}
