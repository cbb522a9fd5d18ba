import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

// No browser sends the next request over a connection before the answer to the last one; some programs send a few.
const MOST_WAITING = 100

/**
 * Begins with what came over a connection when the answers before it have gone, as those have to go in this order. Begun
 * at once, an answer that must wait for another keeps what it holds of a service, and nobody learns that its browser went.
 */
export const inTurn = (handler: RequestListener): RequestListener => {
  // By connection: what waits until its answer is over.
  const lines = new WeakMap<Socket, (() => void)[]>()

  return (request, response) => {
    const { socket } = request
    const begin = () => {
      response.once('close', () => {
        const next = socket.destroyed ? undefined : lines.get(socket)?.shift()
        if (next === undefined) lines.delete(socket)
        else next()
      })
      handler(request, response)
    }
    const line = lines.get(socket)
    if (line === undefined) {
      lines.set(socket, [])
      begin()
    } else if (line.length < MOST_WAITING) line.push(begin)
    else socket.destroy()
  }
}
