import { once } from 'node:events'
import { createServer } from 'node:net'

// Below the range of ephemeral ports: another process could get such a port while its server is stopped, and a client
// that reconnects could even connect to itself.
const LOWEST = 10_000
const HIGHEST = 19_999

/** For servers that cannot listen on port 0. */
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
