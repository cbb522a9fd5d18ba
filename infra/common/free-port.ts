import { once } from 'node:events'
import { createServer } from 'node:net'

// Below Linux' ephemeral range (32768-60999): an outgoing connection can take a port from that range while the process
// that owns it restarts, and a client that retries a closed port can even connect to itself.
const LOWEST = 20_000
const HIGHEST = 29_999
const BLOCK = 10

const listenOn = async (port: number, host: string) => {
  const server = createServer((socket) => socket.destroy())
  server.listen({ port, host, exclusive: true })
  return once(server, 'listening').then(
    () => server,
    () => undefined,
  )
}

/** True when this process can listen on the port. */
export const isPortFree = async (port: number, host = '127.0.0.1'): Promise<boolean> => {
  const server = await listenOn(port, host)
  server?.close()
  return server !== undefined
}

/**
 * Returns the first port of a block. This process listens on it until it ends, so another product that starts at the same
 * time takes another block: its processes listen on their ports only seconds after the ports were chosen.
 */
const reserveBlock = async (): Promise<number> => {
  for (;;) {
    const first = LOWEST + BLOCK * Math.floor((Math.random() * (HIGHEST - LOWEST)) / BLOCK)
    const server = await listenOn(first, '127.0.0.1')
    if (server === undefined) continue
    server.unref()
    return first
  }
}

/** Returns a function that returns another free loopback port each time. */
export const createPortAllocator = (reserved: readonly number[] = []) => {
  let next = 0
  let end = 0
  return async (): Promise<number> => {
    for (;;) {
      if (next === end) {
        next = (await reserveBlock()) + 1
        end = next + BLOCK - 1
      }
      const port = next++
      if (!reserved.includes(port) && (await isPortFree(port))) return port
    }
  }
}

export const freePort = createPortAllocator()
