import { connect } from '@griot/service-kit/db'
import { findBinaries } from '@griot/service-kit/ffmpeg'
import { createLog } from '@griot/service-kit/log'
import { createMetrics } from '@griot/service-kit/metrics/metrics'
import { serveMetrics } from '@griot/service-kit/metrics/serve-metrics'
import { watchOutbox } from '@griot/service-kit/metrics/watch-queues'
import { openStore } from '@griot/service-kit/objects/open-store'
import { startOutbox } from '@griot/service-kit/outbox'
import { createQueueing } from '@griot/service-kit/queue'
import { onShutdown } from '@griot/service-kit/serve'
import { startTracing, stopTracing } from '@griot/service-kit/tracing/tracing'
import { readWorkerConfig } from './config.ts'
import { JOB_ATTEMPTS } from './processing/jobs.ts'
import { openSandbox } from './processing/sandbox.ts'
import { startWorker } from './processing/start-worker.ts'
import { openWorkspace } from './processing/workspace.ts'
import { showWorker } from './queue/show-worker.ts'
import { countBroken } from './storage/count-broken.ts'

const config = readWorkerConfig()
const log = createLog('media-worker', config.LOG_LEVEL)
const workspace = await openWorkspace(config.WORK_DIR)

const findFfmpeg = async () => {
  const binaries = await findBinaries(config, workspace.dir)
  const sandbox = await openSandbox(binaries, workspace.dir)
  log.info({ ...binaries, measures: sandbox.measures }, 'ffmpeg found')
  return sandbox
}
const sandbox = await findFfmpeg().catch(async (error: Error) => {
  await workspace.close()
  log.fatal(error.message)
  return process.exit(1)
})

await startTracing('media-worker', config, log)
const metrics = createMetrics('media-worker')
const db = connect({ url: config.DATABASE_URL, poolerUrl: config.DATABASE_POOLER_URL, log, max: 4 })
metrics.watchPool(db.pool)
watchOutbox(metrics, db)
const store = openStore(config)
await store.ready()
const queueing = createQueueing({ databaseUrl: config.DATABASE_URL, redisUrl: config.REDIS_URL, log, metrics })
const outbox = startOutbox({ db, queueing, log, attempts: JOB_ATTEMPTS })
const worker = startWorker({
  db,
  store,
  queueing,
  outbox,
  workspace,
  sandbox,
  log,
  lockMs: config.JOB_LOCK_MS,
  onBroken: countBroken(metrics),
})
const sign = showWorker({ db, log })

const door =
  config.METRICS_PORT === undefined
    ? undefined
    : await serveMetrics({ metrics, host: config.HOST, port: config.METRICS_PORT })

onShutdown(log, async () => {
  await worker.close()
  await door?.close()
  await outbox.close()
  await sign.close()
  await queueing.close()
  await stopTracing()
  await db.close()
  await workspace.close()
})
log.info('ready')
process.send?.({ ready: true })
