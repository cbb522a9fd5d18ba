import { connect } from '@griot/service-kit/db'
import { createVerifier } from '@griot/service-kit/identity'
import { createLog } from '@griot/service-kit/log'
import { startOutbox } from '@griot/service-kit/outbox'
import { createQueueing } from '@griot/service-kit/queue'
import { serve } from '@griot/service-kit/serve'
import { createApp } from './app.ts'
import { factsFromCatalog } from './catalog/facts.ts'
import { config } from './config.ts'
import { startReaper } from './listening/reaper.ts'
import { pledges } from './tips/pledges.ts'

const { HOST, PORT, LOG_LEVEL, DATABASE_URL, REDIS_URL, IDENTITY_PUBLIC_KEY, CATALOG_URL, PRODUCT_NAME } = config()
const log = createLog('listening-points', LOG_LEVEL)
const db = connect({ url: DATABASE_URL, log })
const queueing = createQueueing({ databaseUrl: DATABASE_URL, redisUrl: REDIS_URL, log })
const outbox = startOutbox({ db, queueing, log })
const reaper = startReaper({ db, log, onClosed: outbox.kick })
const app = createApp({
  db,
  facts: factsFromCatalog(CATALOG_URL),
  payments: pledges,
  productName: PRODUCT_NAME,
  verify: await createVerifier(IDENTITY_PUBLIC_KEY),
  log,
  onRecorded: outbox.kick,
})

await serve({
  handler: app.callback(),
  host: HOST,
  port: PORT,
  log,
  async onClose() {
    await reaper.close()
    await outbox.close()
    await queueing.close()
    await db.close()
  },
})
