import { connect } from '@griot/service-kit/db'
import { createVerifier } from '@griot/service-kit/identity'
import { createLog } from '@griot/service-kit/log'
import { openStore } from '@griot/service-kit/objects/open-store'
import { startOutbox } from '@griot/service-kit/outbox'
import { createQueueing } from '@griot/service-kit/queue'
import { serve } from '@griot/service-kit/serve'
import { createApp } from './app.ts'
import { readServiceConfig } from './config.ts'
import { sweepCovers } from './covers/upload-cover.ts'
import { publishOnTime } from './episodes/publish-on-time.ts'
import { followEvents } from './events.ts'
import { HotAnswers } from './hot-answers.ts'

const config = readServiceConfig()

const log = createLog('catalog', config.LOG_LEVEL)
const db = connect({ url: config.DATABASE_URL, log })
const store = openStore(config)
const queueing = createQueueing({ databaseUrl: config.DATABASE_URL, redisUrl: config.REDIS_URL, log })
const outbox = startOutbox({ db, queueing, log })
const hot = new HotAnswers()
const verify = await createVerifier(config.IDENTITY_PUBLIC_KEY)

followEvents({ db, queueing, log, hot, outbox })
queueing.nowAndThen(() => sweepCovers(db, store))
const schedule = publishOnTime({
  db,
  log,
  onPublished: () => {
    hot.drop()
    outbox.kick()
  },
})

await serve({
  handler: createApp({ db, hot, store, outbox, mediaUrl: config.MEDIA_URL, verify, log }).callback(),
  host: config.HOST,
  port: config.PORT,
  log,
  onClose: async () => {
    await schedule.close()
    await outbox.close()
    await queueing.close()
    await db.close()
  },
})
