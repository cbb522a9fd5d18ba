import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { closeLateBodies } from './close-late-bodies.ts'

let server: Server
let socket: Socket
afterEach(() => {
  socket.destroy()
  server.closeAllConnections()
  server.close()
})

const open = async (drainMs: number) => {
  server = createServer(closeLateBodies((_, response) => response.end('page'), drainMs)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n')
  await once(socket, 'data')
}

describe('a body that arrives after the response of a page', () => {
  it('costs the connection if it trickles in', async () => {
    await open(100)
    const trickle = setInterval(() => socket.write('x'), 10)
    // The reset of a connection is an error, on which `once` would fail.
    await new Promise((resolve) => socket.once('close', resolve))
    clearInterval(trickle)
    expect(socket.bytesWritten).toBeLessThan(1000)
  })

  it('leaves the connection open if it ends', async () => {
    await open(60_000)
    socket.write('x'.repeat(1000))
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    const [second] = (await once(socket, 'data')) as [Buffer]
    expect(second.toString()).toContain('200 OK')
  })
})
