/** Statuses of 4xx that another attempt may not get. */
const TEMPORARY = [408, 425, 429]

interface Details {
  isPermanent: boolean
  /** As the server asks. */
  retryAfterSeconds?: number | undefined
  cause?: unknown
}

/** A failed fetch. The message is a sentence for the person who gave the address. */
export class FetchError extends Error {
  readonly isPermanent: boolean
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, { isPermanent, retryAfterSeconds, cause }: Details) {
    super(message, { cause })
    this.isPermanent = isPermanent
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export const permanent = (message: string) => new FetchError(message, { isPermanent: true })
export const temporary = (message: string, cause?: unknown) => new FetchError(message, { isPermanent: false, cause })

/** `Retry-After` has seconds or a date. */
const secondsIn = (retryAfter: unknown) => {
  if (typeof retryAfter !== 'string') return undefined
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}

/** The error of a response that is no success. */
export const statusError = (status: number, retryAfter: unknown) =>
  new FetchError(`The server returned ${status}.`, {
    isPermanent: status < 500 && !TEMPORARY.includes(status),
    retryAfterSeconds: secondsIn(retryAfter),
  })
