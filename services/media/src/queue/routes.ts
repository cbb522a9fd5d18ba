import {
  CancelQueueItem,
  GetQueue,
  GetQueueActivity,
  GetQueueItem,
  ListQueueDeeds,
  PauseQueue,
  ResumeQueue,
  RetryFailedMedia,
  RetryQueueItem,
} from '@griot/contracts/queue'
import type { Db } from '@griot/service-kit/db'
import type { Outbox } from '@griot/service-kit/outbox'
import { on, type Route } from '@griot/service-kit/route'
import { cancelFile, retryFailed, retryFile, setPaused } from './act-on-queue.ts'
import type { MediaQueue } from './media-queue.ts'
import { deedsOnQueue } from './queue.queries.ts'
import { queueActivity } from './queue-activity.ts'
import { readQueue, readQueueItem } from './read-queue.ts'

export const queueRoutes = (db: Db, queue: MediaQueue, outbox: Pick<Outbox, 'kick'>): Route[] => [
  on(GetQueue, async ({ user, query, nextPage }) => {
    const { overview, next } = await readQueue(db, queue, user, query)
    nextPage(next)
    return overview
  }),
  // Before the address of one file, which would take it for an id.
  on(GetQueueActivity, ({ user }) => queueActivity(db, user)),
  on(ListQueueDeeds, ({ query }) => deedsOnQueue(db, query.limit)),
  on(GetQueueItem, ({ user, params }) => readQueueItem(db, user, params.id)),
  on(RetryQueueItem, async ({ user, params }) => {
    const file = await retryFile(db, user, params.id)
    outbox.kick()
    return file
  }),
  on(CancelQueueItem, ({ user, params }) => cancelFile(db, queue, user, params.id)),
  on(RetryFailedMedia, async ({ user }) => {
    const answer = await retryFailed(db, user)
    outbox.kick()
    return answer
  }),
  on(PauseQueue, ({ user }) => setPaused(db, queue, user, true)),
  on(ResumeQueue, ({ user }) => setPaused(db, queue, user, false)),
]
