import { connect } from '@griot/service-kit/db'
import { createVerifier } from '@griot/service-kit/identity'
import { createLog } from '@griot/service-kit/log'
import { createMetrics } from '@griot/service-kit/metrics/metrics'
import { watchOutbox } from '@griot/service-kit/metrics/watch-queues'
import { openStore } from '@griot/service-kit/objects/open-store'
import { startOutbox } from '@griot/service-kit/outbox'
import { createQueueing } from '@griot/service-kit/queue'
import { readFromReplica } from '@griot/service-kit/replica'
import { serve } from '@griot/service-kit/serve'
import { startTracing, stopTracing } from '@griot/service-kit/tracing/tracing'
import { createApp } from './app.ts'
import { readServiceConfig } from './config.ts'
import { publishOnTime } from './episodes/publish-on-time.ts'
import { followEvents } from './events.ts'
import { HotAnswers } from './hot-answers.ts'
import { sweepPictures } from './pictures/take-picture.ts'

const config = readServiceConfig()

const log = createLog('catalog', config.LOG_LEVEL)
await startTracing('catalog', config, log)
const metrics = createMetrics('catalog')
const db = connect({ url: config.DATABASE_URL, poolerUrl: config.DATABASE_POOLER_URL, log })
metrics.watchPool(db.pool)
const replica = readFromReplica({ primary: db, url: config.DATABASE_REPLICA_URL, log })
watchOutbox(metrics, db)
const store = openStore(config)
const queueing = createQueueing({ databaseUrl: config.DATABASE_URL, redisUrl: config.REDIS_URL, log, metrics })
const outbox = startOutbox({ db, queueing, log })
const hot = new HotAnswers()
const verify = await createVerifier(config.IDENTITY_PUBLIC_KEY)

followEvents({ db, queueing, log, hot, outbox })
queueing.nowAndThen(() => sweepPictures({ db, store }))
const schedule = publishOnTime({
  db,
  log,
  onPublished: () => {
    hot.drop()
    outbox.kick()
  },
})

await serve({
  handler: createApp({
    db,
    reads: replica.reads,
    hot,
    store,
    outbox,
    mediaUrl: config.MEDIA_URL,
    verify,
    log,
    metrics,
  }).callback(),
  host: config.HOST,
  port: config.PORT,
  leaveMs: config.DRAIN_SECONDS * 1000,
  log,
  onClose: async () => {
    await schedule.close()
    await outbox.close()
    await queueing.close()
    await stopTracing()
    await replica.close()
    await db.close()
  },
})
