import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/**
 * `localhost` is 127.0.0.1 to one program and ::1 to the next. A server on the one is made to answer on the other as
 * well; a machine without IPv6 does without.
 */
export const alsoListenOnIpv6 = async (server: Server, port: number): Promise<{ close(): void }> => {
  const second = createServer((socket) => server.emit('connection', socket))
  second.listen({ host: '::1', port, ipv6Only: true })
  try {
    await once(second, 'listening')
  } catch (error) {
    if (!['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
  return { close: () => void second.close() }
}
