import { accountPartRoutes } from '@griot/service-kit/account-part'
import { createApp as createServiceApp } from '@griot/service-kit/app'
import { type Db, sql } from '@griot/service-kit/db'
import { createGrantSigner } from '@griot/service-kit/grant'
import type { VerifyIdentity } from '@griot/service-kit/identity'
import type { Log } from '@griot/service-kit/log'
import type { Metrics } from '@griot/service-kit/metrics/metrics'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import { onceReady } from '@griot/service-kit/objects/once-ready'
import type { Outbox } from '@griot/service-kit/outbox'
import type { Queue } from 'bullmq'
import { accountPart } from './account/account.ts'
import { artworkRoutes } from './artwork/routes.ts'
import { boardRoutes } from './board/routes.ts'
import { fileRoutes } from './files/routes.ts'
import { linkRoutes } from './links/routes.ts'
import { liveRoutes } from './live/routes.ts'
import type { Changes } from './live/watch-changes.ts'
import type { MediaQueue } from './queue/media-queue.ts'
import { queueRoutes } from './queue/routes.ts'
import { renditionRoutes } from './renditions/routes.ts'
import { streamRoutes } from './streaming/routes.ts'
import type { UploadLimits } from './uploads/limits.ts'
import { uploadRoutes } from './uploads/routes.ts'
import { createUploadSlots } from './uploads/upload-slots.ts'

export interface AppParts {
  db: Db
  store: ObjectStore
  outbox: Pick<Outbox, 'kick'>
  changes: Changes
  queue: MediaQueue
  /** The same as its library has it, for the board. */
  jobs: Queue
  verify: VerifyIdentity
  log: Log
  metrics?: Metrics
  catalogUrl: string
  grantSecret: string
  limits: UploadLimits
}

export const createApp = ({
  db,
  store,
  outbox,
  changes,
  queue,
  jobs,
  verify,
  log,
  metrics,
  catalogUrl,
  grantSecret,
  limits,
}: AppParts) => {
  const storeReady = onceReady(store)
  return createServiceApp({
    routes: [
      // `/api/media/events`, `/uploads` and `/storage` have to be found before `/api/media/:id`.
      ...liveRoutes(db, changes),
      ...uploadRoutes({ db, store, outbox, log, limits, slots: createUploadSlots(limits) }),
      ...fileRoutes(db, outbox),
      // Before the address of one file of the queue, which would take the board for an id.
      ...boardRoutes(jobs, () => queue.isReachable()),
      ...queueRoutes(db, queue, outbox),
      ...renditionRoutes(db, outbox),
      ...artworkRoutes(db, store),
      ...linkRoutes(db, outbox, catalogUrl),
      ...accountPartRoutes(accountPart({ db, store, outbox })),
      ...streamRoutes(db, createGrantSigner(grantSecret)),
    ],
    verify,
    log,
    ...(metrics && { metrics }),
    keepOrigins: true,
    ready: async () => {
      await db.run(sql`select 1`)
      await storeReady()
    },
  })
}
