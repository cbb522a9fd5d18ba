import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { AppError } from './errors.ts'

export const cutShort = () => new AppError(400, 'upload.malformed', 'The upload was cut short or is not a valid form.')
export const tooSlow = () =>
  new AppError(408, 'upload.too_slow', 'The upload was too slow and was stopped. Please try a faster connection.')

interface ExpectedForm {
  what: 'file' | 'picture'
  /** Of the whole body, compared with `Content-Length`. */
  mostBytes: number
  tooLarge(): AppError
}

/** Throws unless the headers describe an uncompressed multipart form of an acceptable length. */
export const requireForm = (headers: IncomingHttpHeaders, { what, mostBytes, tooLarge }: ExpectedForm) => {
  const isForm = /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')
  // Compressed bodies are refused: their size limit would not hold after decompression.
  if (!isForm || headers['content-encoding'] !== undefined) {
    throw new AppError(415, 'upload.not_a_form', `Please send the ${what} as multipart/form-data.`)
  }
  if (Number(headers['content-length'] ?? 0) > mostBytes) throw tooLarge()
}

const DISCARD_MS = 10_000

/** Discards the rest of a body for up to 10 s. Closing at once would reset the connection and lose the response. */
export const discardRest = (request: IncomingMessage) => {
  if (request.complete || request.destroyed) return
  request.resume()
  const timeout = setTimeout(() => request.socket.destroy(), DISCARD_MS)
  request.once('close', () => clearTimeout(timeout))
}
