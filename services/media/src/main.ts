import { connect } from '@griot/service-kit/db'
import { createVerifier } from '@griot/service-kit/identity'
import { createLog } from '@griot/service-kit/log'
import { createMetrics } from '@griot/service-kit/metrics/metrics'
import { watchOutbox, watchQueue } from '@griot/service-kit/metrics/watch-queues'
import { openStore } from '@griot/service-kit/objects/open-store'
import { startOutbox } from '@griot/service-kit/outbox'
import { createQueueing } from '@griot/service-kit/queue'
import { serve } from '@griot/service-kit/serve'
import { startTracing, stopTracing } from '@griot/service-kit/tracing/tracing'
import { createApp } from './app.ts'

import { readServiceConfig, uploadLimits } from './config.ts'
import { followEvents } from './events.ts'

import { watchChanges } from './live/watch-changes.ts'
import { JOB_ATTEMPTS } from './processing/jobs.ts'
import { MEDIA_QUEUE } from './processing/probe-media.job.ts'
import { openMediaQueue } from './queue/media-queue.ts'
import { finishArrived } from './uploads/finish-upload.ts'

// 100 MB at the slowest pace that uploads are allowed to have take longer than any other request may.
const UPLOAD_TIMEOUT_MS = 30 * 60_000
// Whoever still sends one asks again long before.
const QUIET_MINUTES = 5

const config = readServiceConfig()
const log = createLog('media', config.LOG_LEVEL)
await startTracing('media', config, log)
const metrics = createMetrics('media')
const db = connect({ url: config.DATABASE_URL, poolerUrl: config.DATABASE_POOLER_URL, log })
metrics.watchPool(db.pool)
watchOutbox(metrics, db)
const store = openStore(config)
await store.ready()
const queueing = createQueueing({ databaseUrl: config.DATABASE_URL, redisUrl: config.REDIS_URL, log, metrics })
const outbox = startOutbox({ db, queueing, log, attempts: JOB_ATTEMPTS })
const changes = watchChanges({ db, log })
followEvents({ db, queueing, log })
const jobs = queueing.queue(MEDIA_QUEUE)
// Told here as well, so that it is known while no worker runs.
watchQueue(metrics, MEDIA_QUEUE, () => jobs)
const app = createApp({
  db,
  store,
  outbox,
  changes,
  queue: openMediaQueue(jobs, () => queueing.isReachable()),
  jobs,
  verify: await createVerifier(config.IDENTITY_PUBLIC_KEY),
  log,
  metrics,
  catalogUrl: config.CATALOG_URL,
  grantSecret: config.GRANT_SECRET,
  limits: uploadLimits(config),
})

const uploads = { db, store, outbox, log }
finishArrived(uploads).catch((error: unknown) => log.warn({ err: error }, 'uploads not finished'))
queueing.nowAndThen(() => finishArrived(uploads, QUIET_MINUTES))

await serve({
  handler: app.callback(),
  host: config.HOST,
  port: config.PORT,
  leaveMs: config.DRAIN_SECONDS * 1000,
  log,
  requestTimeoutMs: UPLOAD_TIMEOUT_MS,
  // Streams of events never end by themselves; their readers come back to another copy.
  onDrain: () => changes.close(),
  onClose: async () => {
    await outbox.close()
    await queueing.close()
    await stopTracing()
    await db.close()
  },
})
