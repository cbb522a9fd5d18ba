import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { readBody } from './read-body.ts'

describe('the body of somebody who has gone before it was asked for', () => {
  it('is given up at once, as nobody will send it', async () => {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const sending = request({ port: (server.address() as AddressInfo).port, method: 'PUT' })
    sending.on('error', () => {})
    sending.setHeader('content-length', 10)
    sending.write('half')
    const [arrived] = (await once(server, 'request')) as [IncomingMessage]
    sending.destroy()
    // It fails as well, which `once` would take for its own failure.
    await new Promise((resolve) => arrived.on('error', () => {}).once('close', resolve))

    await expect(readBody(arrived)).rejects.toMatchObject({ status: 400, code: 'body.cut_off' })
    server.close()
  })
})
