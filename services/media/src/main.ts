import { EpisodeVisibility } from '@griot/contracts/events'
import { serve } from '@griot/service-kit/http/serve'
import { createVerifier } from '@griot/service-kit/identity/identity'
import { openStore } from '@griot/service-kit/objects/open-store'
import { openProcess } from '@griot/service-kit/open-process'
import { consumeEvents, onEvent } from '@griot/service-kit/queue/consume-events'
import { watchQueue } from '@griot/service-kit/queue/watch-queues'
import { createApp } from './app.ts'
import { readServiceConfig, uploadLimits } from './config.ts'
import { JOB_DELIVERY } from './job-delivery.ts'
import { openMediaQueues } from './jobs/media-queues.ts'
import { followEpisode } from './links/links.queries.ts'
import { watchChanges } from './live/watch-changes.ts'
import { fillQueueEntries } from './queue-page/fill-entries.ts'
import { runBulks } from './queue-page/run-bulks.ts'
import { createRunningHashes } from './uploads/running-hashes.ts'
import { finishArrived } from './uploads/store-upload.ts'

// 100 MB at the lowest accepted speed take longer than any other request may.
const UPLOAD_TIMEOUT_MS = 30 * 60_000
// A client that still sends an upload makes a request within this time.
const QUIET_MINUTES = 5

const config = readServiceConfig()
const media = await openProcess('media', config, JOB_DELIVERY)
const { log, metrics, db, queueing, outbox } = media
const store = openStore(config)
await store.ready()
const changes = watchChanges({ db, log })
consumeEvents('media', { db, queueing, log }, [onEvent(EpisodeVisibility, followEpisode)])
const jobs = openMediaQueues(queueing)
// The worker exports this as well, but this works while no worker runs.
for (const queue of jobs.all) watchQueue(metrics, queue.name, () => queue)
const isQueueReachable = () => queueing.isReachable()
const bulks = runBulks({ db, queue: { jobs, isReachable: isQueueReachable }, outbox, log })
fillQueueEntries(db).catch((error: unknown) =>
  log.warn({ err: error }, 'queue entries of earlier files not added, the next start continues'),
)
const app = createApp({
  db,
  store,
  outbox,
  changes,
  jobs,
  isQueueReachable,
  verify: await createVerifier(config.IDENTITY_PUBLIC_KEY),
  log,
  metrics,
  catalogUrl: config.CATALOG_URL,
  grantSecret: config.GRANT_SECRET,
  limits: uploadLimits(config),
})

const uploads = { db, store, hashes: createRunningHashes(), log }
finishArrived(uploads).catch((error: unknown) =>
  log.warn({ err: error }, 'arrived uploads could not be finished, will retry'),
)
queueing.repeat(() => finishArrived(uploads, QUIET_MINUTES))

await serve({
  handler: app.callback(),
  config,
  log,
  requestTimeoutMs: UPLOAD_TIMEOUT_MS,
  // Event streams do not end; their clients reconnect to another instance.
  onDrain: () => changes.close(),
  onClose: async () => {
    await bulks.close()
    await media.close()
  },
})
