import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import type { Log } from '@griot/service-kit/log/log'

/**
 * Makes a server on 127.0.0.1 reachable on ::1 as well, because programs resolve `localhost` to either. Without IPv6 on
 * this machine, the server stays on IPv4 only.
 */
export const listenOnIpv6 = async (server: Server, port: number, log: Log): Promise<{ close(): void }> => {
  const second = createServer((socket) => server.emit('connection', socket))
  second.listen({ host: '::1', port, ipv6Only: true })
  await once(second, 'listening').catch((error: unknown) => log.info({ err: error, port }, 'not listening on IPv6'))
  return { close: () => void second.close() }
}
