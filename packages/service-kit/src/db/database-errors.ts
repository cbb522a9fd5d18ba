import pg from 'pg'
import { AppError, unavailable } from '../http/errors.ts'

const INVALID_INPUT: Record<string, string> = {
  '22003': 'A number is out of range.',
  '22007': 'A time has the wrong form.',
  '22008': 'A time is out of range.',
  '22021': 'The text contains a character that cannot be stored.',
  '22P02': 'A value has the wrong form.',
  '22P05': 'The text contains a character that cannot be stored.',
}

/** The name of the constraint that a statement violated, if any. */
export const brokenConstraint = (error: unknown): string | undefined => {
  const source = error instanceof Error && error.cause instanceof pg.DatabaseError ? error.cause : error
  return source instanceof pg.DatabaseError && source.code?.startsWith('23') ? source.constraint : undefined
}

const READ_ONLY = '25006'
// Connection errors; 57014: statement timeout; 55P03: lock timeout; 25006: the server became a replica in a failover.
const UNAVAILABLE = new RegExp(`^(08|57P0|53|57014|55P03|${READ_ONLY})`)

/** A 400 for values that PostgreSQL refuses, a 503 for lost connections and timeouts; other errors unchanged. */
export const fromDatabase = (error: unknown): unknown => {
  if (error instanceof pg.DatabaseError) {
    const { code = '' } = error
    const message = INVALID_INPUT[code]
    if (message !== undefined) return new AppError(400, 'input.invalid', message, { cause: error })
    return UNAVAILABLE.test(code) ? unavailable('database', error) : error
  }
  return error instanceof Error && isConnectionError(error) ? unavailable('database', error) : error
}

const sourceOf = (error: unknown) => (error instanceof AppError ? error.cause : error)

/** No response arrived in time, so it is unknown whether the statement ran. */
export const isUnanswered = (error: unknown) => /query read timeout/i.test(String(sourceOf(error)))

export const isReadOnly = (error: unknown) => {
  const source = sourceOf(error)
  return source instanceof pg.DatabaseError && source.code === READ_ONLY
}

const NETWORK_ERRORS = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
])

// The driver has no error codes for these.
const isConnectionError = (error: Error & { code?: string }) =>
  NETWORK_ERRORS.has(error.code ?? '') ||
  /connection terminated|timeout exceeded when trying to connect|timeout expired|query read timeout|client was closed|not queryable/i.test(
    error.message,
  )
