import { DeleteMedia, GetMediaTimeline, LinkMedia, ReplaceMedia } from '@griot/contracts/media/files'
import { RemoveMedia } from '@griot/contracts/media/moderation'
import { AskRendition, ChooseDelivery, RemoveRendition } from '@griot/contracts/media/renditions'
import { accountPartRoutes } from '@griot/service-kit/account/account-part'
import { auditPartRoutes } from '@griot/service-kit/audit/list-audit'
import { type Db, sql } from '@griot/service-kit/db/db'
import { createApp as createServiceApp, type AppOptions as ServiceOptions } from '@griot/service-kit/http/app'
import { on, type Route } from '@griot/service-kit/http/route'
import { createGrantSigner } from '@griot/service-kit/identity/grant'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import { onceReady } from '@griot/service-kit/objects/once-ready'
import { accountPart } from './account/account.ts'
import { accountCalls } from './account/account-calls.ts'
import { boardRoutes } from './board/routes.ts'
import type { UploadLimits } from './config.ts'
import { deleteFile } from './deleting/delete-file.ts'
import { removeFile } from './deleting/remove-file.ts'
import { ownFile } from './files/media-file.ts'
import { fileRoutes } from './files/routes.ts'
import type { MediaQueues } from './jobs/media-queues.ts'
import { linkFile } from './links/link-file.ts'
import { liveRoutes } from './live/routes.ts'
import type { Changes } from './live/watch-changes.ts'
import { openAudioRoutes } from './open-audio/grant-open-audio.ts'
import { overviewRoutes } from './overview/routes.ts'
import { queueRoutes } from './queue-page/routes.ts'
import { chooseDelivery, removeRendition, requestRendition } from './renditions/change-rendition.ts'
import { replaceFile } from './replacing/replace-file.ts'
import { mayHearDraftIn } from './streaming/hear-draft.ts'
import { streamRoutes } from './streaming/routes.ts'
import { timelineOf } from './timeline/timeline.queries.ts'
import { uploadRoutes } from './uploads/routes.ts'
import { createRunningHashes } from './uploads/running-hashes.ts'

interface AppParts extends Omit<ServiceOptions, 'routes' | 'ready'> {
  db: Db
  store: ObjectStore
  changes: Changes
  jobs: MediaQueues
  isQueueReachable: () => boolean
  catalogUrl: string
  grantSecret: string
  limits: UploadLimits
}

const operations = (db: Db, catalogUrl: string): Route[] => [
  on(DeleteMedia, ({ user, params }) => deleteFile(db, user, params.id)),
  on(RemoveMedia, ({ user, params, body }) => removeFile(db, user, params.id, body.reason)),
  on(ReplaceMedia, ({ user, params, body }) => replaceFile(db, user, params.id, body.mediaFileId)),
  on(LinkMedia, (call) => linkFile({ db, catalogUrl }, call)),
  on(AskRendition, ({ user, params }) => requestRendition(db, user, params.id)),
  on(RemoveRendition, ({ user, params }) => removeRendition(db, user, params.id)),
  on(ChooseDelivery, ({ user, params, body }) => chooseDelivery(db, user, params.id, body.delivers)),
  on(GetMediaTimeline, async ({ user, params }) => {
    await ownFile(db, user, params.id)
    return timelineOf(db, params.id, { isTechnical: user.isAdmin })
  }),
]

export const createApp = ({ changes, jobs, isQueueReachable, catalogUrl, grantSecret, limits, ...parts }: AppParts) => {
  const { db, store } = parts
  const storeReady = onceReady(store)
  const signGrant = createGrantSigner(grantSecret)
  return createServiceApp({
    ...parts,
    routes: [
      // Before fileRoutes: `/api/media/:id` also matches `/api/media/events`, `/uploads` and `/storage`.
      ...liveRoutes(db, changes),
      ...uploadRoutes({ ...parts, hashes: createRunningHashes(), limits }),
      ...fileRoutes(db),
      ...operations(db, catalogUrl),
      // Before queueRoutes: the path of one queue item also matches the board.
      ...boardRoutes(jobs.onBoard, isQueueReachable),
      ...queueRoutes(db, { jobs, isReachable: isQueueReachable }, changes),
      ...overviewRoutes({ db, store, limits }),
      ...accountPartRoutes(db, accountPart({ db, store, catalogUrl })),
      ...auditPartRoutes(db),
      ...accountCalls({ db, store }),
      ...openAudioRoutes({ db, signGrant }),
      ...streamRoutes({
        db,
        store,
        signGrant,
        mayHearDraft: mayHearDraftIn(catalogUrl),
      }),
    ],
    ready: async () => {
      await db.run(sql`select 1`)
      await storeReady()
    },
  })
}
