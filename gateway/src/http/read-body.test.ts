import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { readBody } from './read-body.ts'

describe('readBody', () => {
  it('rejects at once if the client has already disconnected', async () => {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const sent = request({ port: (server.address() as AddressInfo).port, method: 'PUT' })
    sent.on('error', () => {})
    sent.setHeader('content-length', 10)
    sent.write('half')
    const [received] = (await once(server, 'request')) as [IncomingMessage]
    sent.destroy()
    // Not `once`: it would reject on the error event.
    await new Promise((resolve) => received.on('error', () => {}).once('close', resolve))

    await expect(readBody(received)).rejects.toMatchObject({ status: 400, code: 'body.cut_off' })
    server.close()
  })
})
