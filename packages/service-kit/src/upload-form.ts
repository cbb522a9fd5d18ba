import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { AppError } from './errors.ts'

export const cutShort = () => new AppError(400, 'upload.malformed', 'The upload was cut short or is not a valid form.')
export const tooSlow = () =>
  new AppError(408, 'upload.too_slow', 'The upload was too slow and was stopped. Please try a faster connection.')

interface Wanted {
  /** As the sentences name it. */
  what: 'file' | 'picture'
  /** Of the whole body, as far as its headers say. */
  mostBytes: number
  tooLarge(): AppError
}

/** Throws for what cannot be the form of an upload: of another type, packed, or announced to be too long. */
export const requireForm = (headers: IncomingHttpHeaders, { what, mostBytes, tooLarge }: Wanted) => {
  const isForm = /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')
  // Nothing here may ever unpack: what is small on the way in must be small inside.
  if (!isForm || headers['content-encoding'] !== undefined) {
    throw new AppError(415, 'upload.not_a_form', `Please send the ${what} as multipart/form-data.`)
  }
  if (Number(headers['content-length'] ?? 0) > mostBytes) throw tooLarge()
}

const LINGER_MS = 10_000

/**
 * Reads the rest of a body for a while and throws it away: closing at once would reset the connection and with it, for
 * many clients, the answer that is on its way.
 */
export const discardRest = (request: IncomingMessage) => {
  if (request.complete || request.destroyed) return
  request.resume()
  const linger = setTimeout(() => request.socket.destroy(), LINGER_MS)
  request.once('close', () => clearTimeout(linger))
}
