import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { byService } from '@griot/contracts/services'
import { createLog } from '@griot/service-kit/log/log'
import Koa from 'koa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GatewayState } from '../http/context.ts'
import { relay } from './relay.ts'
import { openUpstreams, type Upstreams } from './upstreams.ts'

// More than all buffers between service and client hold.
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
  upstreams = openUpstreams(
    byService(() => address),
    log,
  )
  const app = new Koa<GatewayState>()
  app.use((context) => {
    relayed = relay(context, {
      upstream: upstreams.to('catalog', 'json'),
      kind: 'json',
      statements: {},
      token: 'x',
      log,
    })
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

describe('a client that reads a response slowly', () => {
  it('does not hold the relay, and gets the whole response', async () => {
    const asked = once(gateway, 'request')
    const socket = connect(await opened(gateway), '127.0.0.1')
    socket.write('GET /api/podcasts HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    await asked
    // The client has not read anything yet.
    await relayed
    expect(socket.bytesRead).toBeLessThan(MANY_BYTES)

    let bytes = 0
    for await (const chunk of socket) bytes += (chunk as Buffer).length
    expect(bytes).toBeGreaterThan(MANY_BYTES)
  })
})
