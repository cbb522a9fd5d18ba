import type { z } from 'zod'
import type { ServiceEnvironment } from './config.ts'
import { connect } from './db/db.ts'
import { createLog } from './log/log.ts'
import { createMetrics } from './metrics/metrics.ts'
import { type OutboxOptions, startOutbox } from './queue/outbox.ts'
import { createQueueing } from './queue/queue.ts'
import { watchOutbox } from './queue/watch-queues.ts'
import { startTracing, stopTracing } from './tracing/tracing.ts'

type ProcessConfig = Omit<
  z.output<typeof ServiceEnvironment>,
  'HOST' | 'PORT' | 'DRAIN_SECONDS' | 'IDENTITY_PUBLIC_KEY'
>

interface ProcessOptions extends Pick<OutboxOptions, 'attempts' | 'priorities'> {
  /** Connections to the database. */
  max?: number
}

/** Opens the parts that every service and worker has. Call it before the process opens any other connection. */
export const openProcess = async (
  name: string,
  config: ProcessConfig,
  { max = 10, ...delivery }: ProcessOptions = {},
) => {
  const log = createLog(name, config.LOG_LEVEL)
  await startTracing(name, config, log)
  const metrics = createMetrics(name)
  const { DATABASE_URL: databaseUrl, DATABASE_POOLER_URL: poolerUrl, REDIS_URL: redisUrl } = config
  const db = connect({ url: databaseUrl, poolerUrl, log, max })
  metrics.watchPool(db.pool)
  watchOutbox(metrics, db)
  const queueing = createQueueing({ databaseUrl, redisUrl, log, metrics })
  const outbox = startOutbox({ db, queueing, log, ...delivery })
  return {
    log,
    metrics,
    db,
    queueing,
    outbox,
    async close() {
      await outbox.close()
      await queueing.close()
      await stopTracing()
      await db.close()
    },
  }
}
