import { RetryMedia } from '@griot/contracts/media/files'
import {
  CancelQueueItem,
  GetQueue,
  GetQueueActivity,
  GetQueueItem,
  ListQueueAuditLog,
  PauseQueue,
  ResumeQueue,
  RetryFailedMedia,
  RetryQueueItem,
} from '@griot/contracts/queue'
import { type Db, inTransaction } from '@griot/service-kit/db/db'
import { unavailable } from '@griot/service-kit/http/errors'
import { on, type Route } from '@griot/service-kit/http/route'
import type { Caller } from '@griot/service-kit/identity/identity'
import { cancelFile } from './cancel-file.ts'
import { latestActions, recordActions } from './queue.queries.ts'
import { queueActivity } from './queue-activity.ts'
import { type MediaQueue, readQueue, readQueueItem } from './read-queue.ts'
import { retryFailed, retryFile } from './retry-files.ts'

export const queueRoutes = (db: Db, queue: MediaQueue): Route[] => [
  on(GetQueue, async ({ user, query, nextPage }) => {
    const { overview, next } = await readQueue(db, queue, user, query)
    nextPage(next)
    return overview
  }),
  // Before the path of one item, which also matches these two.
  on(GetQueueActivity, ({ user }) => queueActivity(db, user)),
  on(ListQueueAuditLog, ({ query }) => latestActions(db, query.limit)),
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
    await recordActions(tx, caller, paused ? 'pause' : 'resume', [null])
    await (paused ? jobs.pause() : jobs.resume())
  })
  return { paused }
}
