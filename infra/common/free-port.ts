import { once } from 'node:events'
import { createServer } from 'node:net'

// Below Linux' ephemeral range (32768-60999): a port from that range can be taken by any outgoing connection while the
// process that owns it is being restarted, and a client that retries a closed one can even connect to itself.
const LOWEST = 20_000
const HIGHEST = 29_999

/** True when nothing listens on the port and we may. */
export const isPortFree = async (port: number, host = '127.0.0.1'): Promise<boolean> => {
  const server = createServer()
  try {
    server.listen({ port, host, exclusive: true })
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}

/** A loopback port nobody listens on, other than the ones already handed out. */
export const freePort = async (taken: ReadonlySet<number> = new Set()): Promise<number> => {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST + 1))
    if (!taken.has(port) && (await isPortFree(port))) return port
  }
}
