import { connect } from '@griot/service-kit/db'
import { createVerifier } from '@griot/service-kit/identity'
import { createLog } from '@griot/service-kit/log'
import { createMetrics } from '@griot/service-kit/metrics/metrics'
import { watchOutbox } from '@griot/service-kit/metrics/watch-queues'
import { startOutbox } from '@griot/service-kit/outbox'
import { createQueueing } from '@griot/service-kit/queue'
import { serve } from '@griot/service-kit/serve'
import { startTracing, stopTracing } from '@griot/service-kit/tracing/tracing'
import { createApp } from './app.ts'
import { factsFromCatalog } from './catalog/facts.ts'
import { config } from './config.ts'
import { auditDaily, watchAudits } from './ledger/audit-daily.ts'
import { startReaper } from './listening/reaper.ts'
import { pledges } from './tips/pledges.ts'

const environment = config()
const {
  HOST,
  PORT,
  DRAIN_SECONDS,
  LOG_LEVEL,
  DATABASE_URL,
  DATABASE_POOLER_URL,
  REDIS_URL,
  IDENTITY_PUBLIC_KEY,
  CATALOG_URL,
  PRODUCT_NAME,
} = environment
const log = createLog('listening-points', LOG_LEVEL)
await startTracing('listening-points', environment, log)
const metrics = createMetrics('listening-points')
const db = connect({ url: DATABASE_URL, poolerUrl: DATABASE_POOLER_URL, log })
metrics.watchPool(db.pool)
watchOutbox(metrics, db)
watchAudits(metrics, db)
const queueing = createQueueing({ databaseUrl: DATABASE_URL, redisUrl: REDIS_URL, log, metrics })
const outbox = startOutbox({ db, queueing, log })
const reaper = startReaper({ db, log, onClosed: outbox.kick })
const audits = auditDaily({ db, databaseUrl: DATABASE_URL, log })
const app = createApp({
  db,
  facts: factsFromCatalog(CATALOG_URL),
  payments: pledges,
  productName: PRODUCT_NAME,
  verify: await createVerifier(IDENTITY_PUBLIC_KEY),
  log,
  metrics,
  onRecorded: outbox.kick,
})

await serve({
  handler: app.callback(),
  host: HOST,
  port: PORT,
  leaveMs: DRAIN_SECONDS * 1000,
  log,
  async onClose() {
    audits.close()
    await reaper.close()
    await outbox.close()
    await queueing.close()
    await stopTracing()
    await db.close()
  },
})
