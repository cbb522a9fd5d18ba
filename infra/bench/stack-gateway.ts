import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import Koa from 'koa'
import { type Dispatcher, Pool } from 'undici'

// A minimal gateway in front of the minimal server: it relays each request and checks nothing. Its ratio to the server alone is
// the cost of a second process, which an architecture with a gateway always pays.

const KEEP_ALIVE_MS = 120_000
const NOT_RELAYED = new Set(['host', 'connection', 'content-length', 'transfer-encoding'])

const upstream = new Pool(process.env.UPSTREAM ?? '', { pipelining: 1, keepAliveTimeout: KEEP_ALIVE_MS })

const app = new Koa()
app.use(async (context) => {
  const { req } = context
  const sent = Object.entries(req.headers).filter(([name]) => !NOT_RELAYED.has(name))
  const { statusCode, headers, body } = await upstream.request({
    path: req.url ?? '/',
    method: context.method as Dispatcher.HttpMethod,
    headers: Object.fromEntries(sent),
    body: context.method === 'GET' ? null : await buffer(req),
  })
  context.status = statusCode
  context.type = String(headers['content-type'])
  context.body = Buffer.from(await body.arrayBuffer())
})

const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, app.callback()).listen(0, '127.0.0.1')
await once(server, 'listening')
process.send?.({ port: (server.address() as AddressInfo).port })
process.once('disconnect', () => process.exit(0))
