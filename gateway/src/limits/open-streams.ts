import type { ServerResponse } from 'node:http'
import { AppError } from '@griot/service-kit/http/errors'

const RETRY_AFTER_SECONDS = 10

/** Limits the open streams of each client. Throws 503 for one more: an app repeats the request later. */
export const createOpenStreams = (most: number) => {
  const open = new Map<string, number>()

  return (client: string, response: ServerResponse) => {
    // A destroyed response emits no close event any more.
    if (response.destroyed) return
    const streams = open.get(client) ?? 0
    if (streams >= most) {
      throw new AppError(503, 'rate.exceeded', 'Too many downloads at once. Please try again in a moment.', {
        retryAfter: RETRY_AFTER_SECONDS,
      })
    }
    open.set(client, streams + 1)
    response.once('close', () => {
      const left = (open.get(client) ?? 1) - 1
      if (left === 0) open.delete(client)
      else open.set(client, left)
    })
  }
}
