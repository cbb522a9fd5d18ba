/** A failure we know the meaning of: the error middleware answers it as it is. Anything else becomes a bland 500. */
export class AppError extends Error {
  readonly status: number
  /** Stable, for programs: `noun.reason`. */
  readonly code: string
  /** Field name → what is wrong with it. */
  readonly fields: Record<string, string> | undefined
  /** Seconds after which a retry may help; sent as `Retry-After`. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    code: string,
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

const words = (noun: string) => noun.replaceAll('_', ' ')

/** 404: it does not exist, or it is not the caller's and they need not know that it does. */
export const notFound = (noun: string) =>
  new AppError(404, `${noun}.not_found`, `We could not find that ${words(noun)}.`)

export const forbidden = (noun: string, message = `That ${words(noun)} is not yours.`) =>
  new AppError(403, `${noun}.forbidden`, message)

export const unauthenticated = () => new AppError(401, 'session.missing', 'Please sign in first.')

export const conflict = (code: string, message: string) => new AppError(409, code, message)

/** 422: the input is well formed, but a rule of the product refuses it. */
export const refused = (code: string, message: string) => new AppError(422, code, message)

/** 400 with a sentence for each field at fault. */
export const invalid = (
  fields: Record<string, string>,
  message = Object.values(fields)[0] ?? 'Please check the input.',
) => new AppError(400, 'input.invalid', message, { fields })

export const unavailable = (what: string, cause?: unknown) =>
  new AppError(503, `${what}.unavailable`, 'This does not work right now. Please try again in a moment.', {
    retryAfter: 2,
    cause,
  })

/** Whether it is because that could not be reached, and not because of what was asked. */
export const isUnavailable = (error: unknown, what: string) =>
  error instanceof AppError && error.code === `${what}.unavailable`

export const NOT_JSON = new AppError(400, 'body.not_json', 'The body is not a JSON object.')
export const METHOD_NOT_ALLOWED = new AppError(405, 'method.not_allowed', 'This address does not take that method.')
export const BODY_TOO_LARGE = new AppError(413, 'body.too_large', 'The body is too large.')
export const NO_JSON_TYPE = new AppError(415, 'body.unsupported_type', 'Please send application/json.')

/** How we say what a library has refused by its status alone. */
const BY_STATUS = new Map(
  [NOT_JSON, METHOD_NOT_ALLOWED, BODY_TOO_LARGE, NO_JSON_TYPE].map((error) => [error.status, error]),
)

/** What was thrown, as an answer: failures of the request itself keep their status, the unknown becomes a bland 500. */
export const asAppError = (thrown: unknown): AppError => {
  if (thrown instanceof AppError) return thrown
  const { status, expose } = (thrown ?? {}) as { status?: unknown; expose?: unknown }
  if (typeof status === 'number' && status >= 400 && status < 500 && expose !== false) {
    return BY_STATUS.get(status) ?? new AppError(status, 'request.refused', 'The request was not understood.')
  }
  return new AppError(500, 'server.failed', 'Something went wrong on our side. Please try again.')
}
