import { readConfig } from '@griot/service-kit/config'
import { connect } from '@griot/service-kit/db'
import { createLog } from '@griot/service-kit/log'
import { createMetrics } from '@griot/service-kit/metrics/metrics'
import { serve } from '@griot/service-kit/serve'
import { startTracing, stopTracing } from '@griot/service-kit/tracing/tracing'
import { createGateway } from './app.ts'
import { GatewayEnvironment } from './config.ts'
import { alsoListenOnIpv6 } from './listen-twice.ts'

// A hundred megabytes over a poor line; short bodies have their own, shorter time (read-body.ts).
const UPLOAD_MS = 30 * 60_000
const SWEEP_MS = 10 * 60_000

const config = readConfig(GatewayEnvironment)
const log = createLog('gateway', config.LOG_LEVEL)
await startTracing('gateway', config, log)
const metrics = createMetrics('gateway')
const db = connect({ url: config.DATABASE_URL, poolerUrl: config.DATABASE_POOLER_URL, log })
metrics.watchPool(db.pool)
const gateway = await createGateway({ config, db, log, metrics })
const sweeping = setInterval(() => {
  gateway.sweep().catch((error: unknown) => log.warn({ err: error }, 'sweep waits'))
}, SWEEP_MS)

let second: { close(): void } | undefined
const { server, port } = await serve({
  handler: gateway.handler,
  host: config.HOST,
  port: config.PORT,
  leaveMs: config.DRAIN_SECONDS * 1000,
  log,
  requestTimeoutMs: UPLOAD_MS,
  onDrain: async () => {
    second?.close()
    gateway.drain()
  },
  onClose: async () => {
    clearInterval(sweeping)
    await gateway.close()
    await stopTracing()
    await db.close()
  },
})
server.timeout = config.SOCKET_SILENCE_MS
if (config.HOST === '127.0.0.1') second = await alsoListenOnIpv6(server, port, log)
