import { serve } from '@griot/service-kit/http/serve'
import { createAudioSentVerifier } from '@griot/service-kit/identity/audio-sent'
import { createVerifier } from '@griot/service-kit/identity/identity'
import { openProcess } from '@griot/service-kit/open-process'
import { createApp } from './app.ts'
import { factsFromCatalog } from './catalog/facts.ts'
import { readServiceConfig } from './config.ts'
import { auditDaily, watchAudits } from './ledger/audit-daily.ts'
import { startReaper } from './listening/reaper.ts'
import { pledges } from './tips/payment-provider.ts'

const config = readServiceConfig()
const service = await openProcess('listening-points', config)
const { log, metrics, db } = service
watchAudits(metrics, db)
const reaper = startReaper({ db, log })
const audits = auditDaily({ db, databaseUrl: config.DATABASE_URL, log })
const app = createApp({
  db,
  facts: factsFromCatalog(config.CATALOG_URL),
  payments: pledges,
  productName: config.PRODUCT_NAME,
  verify: await createVerifier(config.IDENTITY_PUBLIC_KEY),
  verifySent: await createAudioSentVerifier(config.IDENTITY_PUBLIC_KEY),
  log,
  metrics,
})

await serve({
  handler: app.callback(),
  config,
  log,
  async onClose() {
    audits.close()
    await reaper.close()
    await service.close()
  },
})
