import { connect } from '@griot/service-kit/db'
import { createVerifier } from '@griot/service-kit/identity'
import { createLog } from '@griot/service-kit/log'
import { createQueueing } from '@griot/service-kit/queue'
import { serve } from '@griot/service-kit/serve'
import { createApp } from './app.ts'
import { config } from './config.ts'
import { followEvents } from './events.ts'
import { HotAnswers } from './hot-answers.ts'

const { HOST, PORT, LOG_LEVEL, DATABASE_URL, REDIS_URL, IDENTITY_PUBLIC_KEY, MEDIA_URL } = config()

const log = createLog('catalog', LOG_LEVEL)
const db = connect({ url: DATABASE_URL, log })
const queueing = createQueueing({ databaseUrl: DATABASE_URL, redisUrl: REDIS_URL, log })
const hot = new HotAnswers()
const verify = await createVerifier(IDENTITY_PUBLIC_KEY)

followEvents({ db, queueing, log, hot })

await serve({
  handler: createApp({ db, hot, mediaUrl: MEDIA_URL, verify, log }).callback(),
  host: HOST,
  port: PORT,
  log,
  onClose: async () => {
    await queueing.close()
    await db.close()
  },
})
