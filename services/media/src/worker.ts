import { examineBinaries, findBinaries } from '@griot/service-kit/audio/ffmpeg'
import { openSandbox } from '@griot/service-kit/audio/sandbox'
import { onShutdown } from '@griot/service-kit/http/serve'
import { serveMetrics } from '@griot/service-kit/metrics/serve-metrics'
import { openStore } from '@griot/service-kit/objects/open-store'
import { openProcess } from '@griot/service-kit/open-process'
import { readWorkerConfig } from './config.ts'
import { JOB_DELIVERY } from './job-delivery.ts'
import { openWorkspace } from './jobs/workspace.ts'
import { countBroken } from './storage/audit-objects.ts'
import { reportWorker } from './worker/report-worker.ts'
import { startWorker } from './worker/start-worker.ts'

const config = readWorkerConfig()
const opened = await openProcess('media-worker', config, { max: 4, ...JOB_DELIVERY })
const { log, metrics, db, queueing, outbox } = opened
const workspace = await openWorkspace(config.WORK_DIR)

const findFfmpeg = async () => {
  const binaries = await findBinaries(config)
  const { versions, problem, isRefused } = await examineBinaries(binaries, config)
  if (isRefused) throw new Error(`The configuration is invalid: ${problem}.`)
  const sandbox = await openSandbox(binaries, workspace.dir)
  log.info({ ...binaries, versions, measures: sandbox.measures }, 'ffmpeg found')
  if (problem !== null) log.warn(problem)
  if (sandbox.missing.length > 0) log.warn(`ffmpeg is not fully confined: ${sandbox.missing.join(', ')} missing`)
  return sandbox
}
const sandbox = await findFfmpeg().catch(async (error: Error) => {
  await workspace.close()
  log.fatal(error.message)
  return process.exit(1)
})

const store = openStore(config)
await store.ready()
const worker = startWorker({
  db,
  store,
  queueing,
  outbox,
  workspace,
  sandbox,
  log,
  ...(config.JOB_LOCK_MS !== undefined && { lockMs: config.JOB_LOCK_MS }),
  onBroken: countBroken(metrics),
})
const heartbeat = reportWorker({ db, log })

const metricsServer =
  config.METRICS_PORT === undefined ? undefined : await serveMetrics(metrics, config.HOST, config.METRICS_PORT)

onShutdown(log, async () => {
  await worker.close()
  await metricsServer?.close()
  await heartbeat.close()
  await opened.close()
  await workspace.close()
})
log.info('ready')
process.send?.({ ready: true })
