import { once } from 'node:events'
import { createServer } from 'node:net'

// Below Linux' ephemeral range (32768-60999): an outgoing connection can take a port from that range while the process
// that owns it restarts, and a client that retries a closed port can even connect to itself.
const LOWEST = 20_000
const HIGHEST = 29_999

/** True when this process can listen on the port. */
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

/** Returns a function that returns another free loopback port each time. */
export const createPortAllocator = (reserved: readonly number[] = []) => {
  const taken = new Set(reserved)
  return async (): Promise<number> => {
    for (;;) {
      const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST + 1))
      if (taken.has(port)) continue
      taken.add(port)
      if (await isPortFree(port)) return port
    }
  }
}

export const freePort = (): Promise<number> => createPortAllocator()()
