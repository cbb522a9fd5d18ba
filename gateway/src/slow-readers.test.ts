import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { createLog } from '@griot/service-kit/log'
import Koa from 'koa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GatewayState } from './http/context.ts'
import { relay } from './proxy.ts'
import { openUpstreams, type Upstreams } from './upstreams.ts'

// More than the buffers on the way take in.
const MANY_BYTES = 32 * 1024 * 1024

let service: Server
let gateway: Server
let upstreams: Upstreams
let relayed: Promise<void>

const opened = async (server: Server) => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  service = createServer((_, response) => response.end(Buffer.alloc(MANY_BYTES, 'x')))
  const log = createLog('test', 'silent')
  const address = `http://127.0.0.1:${await opened(service)}`
  upstreams = openUpstreams({ CATALOG_URL: address, LISTENING_POINTS_URL: address, MEDIA_URL: address }, log)
  const app = new Koa<GatewayState>()
  app.use((context) => {
    relayed = relay(context, { upstream: upstreams.to('catalog', 'json'), travel: 'json', token: 'x', log })
    return relayed
  })
  gateway = createServer(app.callback())
})
afterAll(async () => {
  await upstreams.close()
  for (const server of [gateway, service]) {
    server.closeAllConnections()
    server.close()
  }
})

describe('somebody who takes an answer slowly', () => {
  it('is not waited for by others, and gets all of it', async () => {
    const asked = once(gateway, 'request')
    const socket = connect(await opened(gateway), '127.0.0.1')
    socket.write('GET /api/podcasts HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    await asked
    // Nothing has been read of it so far.
    await relayed
    expect(socket.bytesRead).toBeLessThan(MANY_BYTES)

    let bytes = 0
    for await (const chunk of socket) bytes += (chunk as Buffer).length
    expect(bytes).toBeGreaterThan(MANY_BYTES)
  })
})
