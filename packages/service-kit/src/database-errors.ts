import pg from 'pg'
import { AppError, unavailable } from './errors.ts'

const CLIENT_MISTAKES: Record<string, string> = {
  '22003': 'A number is out of range.',
  '22007': 'A time has the wrong form.',
  '22008': 'A time is out of range.',
  '22021': 'The text contains a character that cannot be stored.',
  '22P02': 'A value has the wrong form.',
  '22P05': 'The text contains a character that cannot be stored.',
}

/** The constraint that a statement broke, if that is why it failed. */
export const brokenConstraint = (error: unknown): string | undefined => {
  const source = error instanceof Error && error.cause instanceof pg.DatabaseError ? error.cause : error
  return source instanceof pg.DatabaseError && source.code?.startsWith('23') ? source.constraint : undefined
}

// 25006: a server that only follows another now, until the name that we know leads to that one.
const CONNECTION_LOST = /^(08|57P0|53|25006)/

/** What went wrong in or on the way to the server, as people and programs are told; what is neither stays what it is. */
export const fromDatabase = (error: unknown): unknown => {
  if (error instanceof pg.DatabaseError) {
    const mistake = CLIENT_MISTAKES[error.code ?? '']
    if (mistake !== undefined) return new AppError(400, 'input.invalid', mistake, { cause: error })
    // 57014 statement time-out, 55P03 lock time-out
    if (CONNECTION_LOST.test(error.code ?? '') || error.code === '57014' || error.code === '55P03') {
      return unavailable('database', error)
    }
    return error
  }
  if (error instanceof Error && isConnectionError(error)) return unavailable('database', error)
  return error
}

const sourceOf = (error: unknown) => (error instanceof AppError ? error.cause : error)

/** Nothing came back in time: whether it was done, nobody knows. */
export const isUnanswered = (error: unknown) => /query read timeout/i.test(String(sourceOf(error)))

export const isReadOnly = (error: unknown) => {
  const source = sourceOf(error)
  return source instanceof pg.DatabaseError && source.code === '25006'
}

const NOBODY_THERE = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
])

const isConnectionError = (error: Error & { code?: string }) =>
  NOBODY_THERE.has(error.code ?? '') ||
  /connection terminated|timeout exceeded when trying to connect|timeout expired|query read timeout|client was closed|not queryable/i.test(
    error.message,
  )
