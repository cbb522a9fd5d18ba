import { readConfig } from '@griot/service-kit/config'
import { connect } from '@griot/service-kit/db/db'
import { serve } from '@griot/service-kit/http/serve'
import { createLog } from '@griot/service-kit/log/log'
import { createMetrics } from '@griot/service-kit/metrics/metrics'
import { repeatWork } from '@griot/service-kit/repeat-work'
import { startTracing, stopTracing } from '@griot/service-kit/tracing/tracing'
import { createGateway } from './app.ts'
import { GatewayEnvironment } from './config.ts'
import { listenOnIpv6 } from './http/listen-on-ipv6.ts'

// An upload of 100 MB over a slow connection. Short bodies have their own timeout (http/read-body.ts).
const UPLOAD_MS = 30 * 60_000
const SWEEP_MS = 10 * 60_000

const config = readConfig(GatewayEnvironment)
const log = createLog('gateway', config.LOG_LEVEL)
await startTracing('gateway', config, log, { isPublic: true })
const metrics = createMetrics('gateway')
const db = connect({ url: config.DATABASE_URL, poolerUrl: config.DATABASE_POOLER_URL, log })
metrics.watchPool(db.pool)
const gateway = await createGateway({ config, db, log, metrics })
const sweeping = repeatWork({ what: 'sweep', pauseMs: SWEEP_MS, log }, gateway.sweep)

let onIpv6: { close(): void } | undefined
const { server, port } = await serve({
  handler: gateway.handler,
  config,
  log,
  requestTimeoutMs: UPLOAD_MS,
  onDrain: async () => {
    onIpv6?.close()
    gateway.drain()
  },
  onClose: async () => {
    await sweeping.close()
    await gateway.close()
    await stopTracing()
    await db.close()
  },
})
server.timeout = config.SOCKET_SILENCE_MS
if (config.HOST === '127.0.0.1') onIpv6 = await listenOnIpv6(server, port, log)
