import type { RequestListener } from 'node:http'

const DRAIN_MS = 5_000

/**
 * Closes a connection whose request body is still arriving a while after its response. Pages and files ignore a body, and
 * Node would read one that trickles in until the timeout of uploads, which is half an hour.
 */
export const closeLateBodies =
  (handler: RequestListener, drainMs = DRAIN_MS): RequestListener =>
  (request, response) => {
    response.once('finish', () => {
      if (request.complete) return
      const timeout = setTimeout(() => request.socket.destroy(), drainMs)
      request.once('close', () => clearTimeout(timeout))
    })
    handler(request, response)
  }
