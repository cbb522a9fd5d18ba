import type { IncomingMessage } from 'node:http'

const MOST_BYTES = 128 * 1024 * 1024
const MOST_MS = 60_000

/**
 * Reads on after the answer, into nothing: a browser that is still sending when its connection closes reports a broken
 * connection instead of the answer. Not for ever: what goes on too long is cut off.
 */
export const drain = (request: IncomingMessage) => {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
  if (request.complete || request.destroyed || (length === '0' && encoding === undefined)) return
  let left = MOST_BYTES
  const cut = setTimeout(() => request.destroy(), MOST_MS)
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) request.destroy()
  })
  request.once('close', () => clearTimeout(cut))
  request.resume()
}
