import type { IncomingMessage } from 'node:http'

const MOST_BYTES = 128 * 1024 * 1024
const MOST_MS = 60_000

/**
 * Reads the rest of a body into nothing. A browser that is still sending when its connection closes reports a broken
 * connection instead of the answer it was given, so an answer ends only after this. What goes on too long is cut off.
 */
export const drained = (request: IncomingMessage): Promise<void> => {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
  const hasBody = length !== '0' || encoding !== undefined
  if (request.complete || request.destroyed || !hasBody) return Promise.resolve()
  return new Promise((resolve) => {
    let left = MOST_BYTES
    const cut = setTimeout(() => request.destroy(), MOST_MS)
    const finish = () => {
      clearTimeout(cut)
      resolve()
    }
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) request.destroy()
    })
    request.once('end', finish)
    request.once('close', finish)
    request.on('error', finish)
    request.resume()
  })
}
