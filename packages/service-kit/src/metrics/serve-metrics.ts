import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metrics } from './metrics.ts'

/** Serves `/metrics` and `/healthz` for a process without an HTTP API. */
export const serveMetrics = async (metrics: Metrics, host: string, port: number) => {
  const server = createServer((request, response) => {
    if (request.url === '/healthz') {
      response.setHeader('content-type', 'application/json; charset=utf-8')
      response.end('{"status":"ok"}')
    } else if (request.url === '/metrics') {
      metrics.scrape().then(
        (text) => response.setHeader('content-type', metrics.contentType).end(text),
        () => response.writeHead(500).end(),
      )
    } else response.writeHead(404).end()
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
