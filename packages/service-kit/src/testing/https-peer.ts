import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createAuthority } from './certificates.ts'

/** An HTTPS server on loopback for the fetcher of public addresses, with the options that allow it. Needs openssl. */
export const startHttpsPeer = async (handler: RequestListener) => {
  const authority = createAuthority()
  const server = createServer({ key: readFileSync(authority.key), cert: readFileSync(authority.certificate) }, handler)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `https://localhost:${port}`,
    options: { peers: [`127.0.0.1:${port}`], ca: readFileSync(authority.ca, 'utf8') },
    close() {
      server.closeAllConnections()
      server.close()
      authority.remove()
    },
  }
}
