import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

// Browsers do not pipeline at all; some programs pipeline a few requests.
const MAX_QUEUED = 100

/**
 * Handles pipelined requests of one connection one after the other, because HTTP/1.1 sends their responses in this order
 * anyway. If they were handled at once, a finished response would hold its slot and its connection to a service until
 * the earlier ones are sent, and a disconnected client would go unnoticed.
 */
export const serializePipelinedRequests = (handler: RequestListener): RequestListener => {
  const queues = new WeakMap<Socket, (() => void)[]>()

  return (request, response) => {
    const { socket } = request
    const start = () => {
      response.once('close', () => {
        const startNext = socket.destroyed ? undefined : queues.get(socket)?.shift()
        if (startNext === undefined) queues.delete(socket)
        else startNext()
      })
      handler(request, response)
    }
    const queue = queues.get(socket)
    if (queue === undefined) {
      queues.set(socket, [])
      start()
    } else if (queue.length < MAX_QUEUED) queue.push(start)
    else socket.destroy()
  }
}
