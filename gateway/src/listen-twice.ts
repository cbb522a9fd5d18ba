import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import type { Log } from '@griot/service-kit/log'

/**
 * `localhost` is 127.0.0.1 to one program and ::1 to the next. A server on the one is made to answer on the other as
 * well; where that cannot be, it does without.
 */
export const alsoListenOnIpv6 = async (server: Server, port: number, log: Log): Promise<{ close(): void }> => {
  const second = createServer((socket) => server.emit('connection', socket))
  second.listen({ host: '::1', port, ipv6Only: true })
  await once(second, 'listening').catch((error: unknown) => log.info({ err: error, port }, 'not on IPv6'))
  return { close: () => void second.close() }
}
