import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'

const MAX_BYTES = 128 * 1024 * 1024
const MAX_MS = 60_000

/**
 * Reads the rest of a request body and discards it. A browser that is still sending when its connection closes reports
 * a broken connection instead of the response, so a response must end after this. Destroys a request that takes too long.
 */
export const discardBody = async (request: IncomingMessage): Promise<void> => {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
  const hasBody = length !== '0' || encoding !== undefined
  if (request.complete || request.destroyed || !hasBody) return
  let left = MAX_BYTES
  const timeout = setTimeout(() => request.destroy(), MAX_MS)
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) request.destroy()
  })
  request.resume()
  // An error means that the client has disconnected.
  await finished(request).catch(() => {})
  clearTimeout(timeout)
}
