import { once } from 'node:events'
import { createServer } from 'node:net'

// Below the range that Linux takes ports of outgoing connections from: one of those, while the server that owns it is
// stopped, can go to anybody, and a client that comes again and again can even connect to itself.
const LOWEST = 10_000
const HIGHEST = 19_999

/** For servers that cannot say which port they were given. */
export const freePort = async (): Promise<number> => {
  const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST + 1))
  const server = createServer().listen({ port, host: '127.0.0.1', exclusive: true })
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (!isFree) return freePort()
  server.close()
  await once(server, 'close')
  return port
}
