import { RetryMedia } from '@griot/contracts/media/files'
import {
  CancelQueueBulk,
  CancelQueueItem,
  GetQueue,
  GetQueueActivity,
  GetQueueBulk,
  GetQueueItem,
  ListQueueAuditLog,
  ListQueueBulks,
  PauseQueue,
  ResumeQueue,
  RetryFailedMedia,
  RetryQueueItem,
  StartQueueBulk,
  WatchQueue,
} from '@griot/contracts/queue'
import { type Db, inTransaction } from '@griot/service-kit/db/db'
import { pageByNewest } from '@griot/service-kit/db/newest-first'
import { unauthenticated, unavailable } from '@griot/service-kit/http/errors'
import { readCall } from '@griot/service-kit/http/parse-request'
import { on, onStream, type Route } from '@griot/service-kit/http/route'
import type { Caller } from '@griot/service-kit/identity/identity'
import type { Changes } from '../live/watch-changes.ts'
import { auditQueue } from './audit-queue.ts'
import { listBulks } from './bulk.queries.ts'
import { cancelFile } from './cancel-file.ts'
import { cancelBulk, getBulk, startBulk } from './change-bulk.ts'
import { actorOf, latestActions, recordActions } from './queue-actions.queries.ts'
import { queueActivity } from './queue-activity.ts'
import { type MediaQueue, readQueue, readQueueItem } from './read-queue.ts'
import { retryFailed, retryFile } from './retry-files.ts'
import { watchQueue } from './watch-queue.ts'

export const queueRoutes = (db: Db, queue: MediaQueue, changes: Changes): Route[] => [
  on(GetQueue, async ({ user, query, nextPage }) => {
    const { overview, next } = await readQueue(db, queue, user, query)
    nextPage(next)
    return overview
  }),
  // Before the path of one item, which also matches these paths.
  onStream(WatchQueue, async (context) => {
    if (context.state.user === null) throw unauthenticated()
    watchQueue(db, changes, context, context.state.user, readCall(WatchQueue, context).query)
  }),
  on(GetQueueActivity, ({ user }) => queueActivity(db, user)),
  on(ListQueueAuditLog, ({ query }) => latestActions(db, query.limit)),
  on(ListQueueBulks, async ({ user, query: { cursor, limit }, nextPage }) => {
    const page = pageByNewest(await listBulks(db, user, { cursor, limit: limit + 1 }), limit)
    nextPage(page.next)
    return page.items
  }),
  on(StartQueueBulk, ({ user, body }) => startBulk(db, user, body)),
  on(GetQueueBulk, ({ user, params }) => getBulk(db, user, params.id)),
  on(CancelQueueBulk, ({ user, params }) => cancelBulk(db, user, params.id)),
  on(GetQueueItem, ({ user, params }) => readQueueItem(db, user, params.id)),
  on(RetryMedia, ({ user, params }) => retryFile(db, user, params.id)),
  on(RetryQueueItem, ({ user, params }) => retryFile(db, user, params.id)),
  on(CancelQueueItem, ({ user, params }) => cancelFile(db, queue, user, params.id)),
  on(RetryFailedMedia, ({ user }) => retryFailed(db, user)),
  on(PauseQueue, ({ user }) => setPaused(db, queue, user, true)),
  on(ResumeQueue, ({ user }) => setPaused(db, queue, user, false)),
]

/** Pauses or resumes the queue. While it is paused, workers start no jobs. */
const setPaused = async (db: Db, { jobs, isReachable }: MediaQueue, caller: Caller, paused: boolean) => {
  if (!isReachable()) throw unavailable('queue')
  await inTransaction(db, async (tx) => {
    await recordActions(tx, actorOf(caller), paused ? 'pause' : 'resume', [null])
    await auditQueue(tx, caller, paused ? 'queue.paused' : 'queue.resumed')
    await (paused ? jobs.pause() : jobs.resume())
  })
  return { paused }
}
