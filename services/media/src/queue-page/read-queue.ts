import { setTimeout as delay } from 'node:timers/promises'
import type { QueueHealth, QueueItem, QueueOverview, QueueWorker } from '@griot/contracts/queue'
import type { Db } from '@griot/service-kit/db/db'
import { pageByNewest } from '@griot/service-kit/db/newest-first'
import type { Caller } from '@griot/service-kit/identity/identity'
import { fileNotFound } from '../files/media-file.ts'
import type { MediaQueues } from '../jobs/media-queues.ts'
import { logOf, timelineOf } from '../timeline/timeline.queries.ts'
import { actionsOn, type PageRequest, queueCounts, queueRow, queueRows, workersSeen } from './queue.queries.ts'

/** The queues of the media worker. While it is not reachable, a call to it may never return. */
export interface MediaQueue {
  jobs: Pick<MediaQueues, 'isPaused' | 'pause' | 'resume' | 'remove'>
  isReachable(): boolean
}

/** The state of the queue and a page of its files: all files for an admin, otherwise those of the caller. */
export const readQueue = async (db: Db, queue: MediaQueue, caller: Caller, request: PageRequest) => {
  const ownerId = caller.isAdmin ? null : caller.id
  const [rows, { counts, oldestWaiting }, workers, paused] = await Promise.all([
    queueRows(db, ownerId, { ...request, limit: request.limit + 1 }),
    queueCounts(db, ownerId),
    workersSeen(db),
    readPaused(queue),
  ])
  const page = pageByNewest(rows, request.limit)
  const overview: QueueOverview = {
    health: healthOf(paused, workers),
    counts,
    oldestWaiting,
    workers: caller.isAdmin ? workers : [],
    rows: page.items,
  }
  return { overview, next: page.next }
}

const healthOf = (paused: boolean | 'unreachable', workers: QueueWorker[]): QueueHealth => {
  if (paused === 'unreachable') return paused
  if (!workers.some(({ isAlive }) => isAlive)) return 'no_worker'
  return paused ? 'paused' : 'ok'
}

const TIMEOUT_MS = 2_000

const readPaused = async ({ jobs, isReachable }: MediaQueue): Promise<boolean | 'unreachable'> => {
  if (!isReachable()) return 'unreachable'
  const timedOut = delay(TIMEOUT_MS, 'unreachable' as const, { ref: false })
  return Promise.race([jobs.isPaused(), timedOut]).catch(() => 'unreachable')
}

/** One file with its timeline, its log and the actions of users on it. */
export const readQueueItem = async (db: Db, caller: Caller, id: string): Promise<QueueItem> => {
  const row = await queueRow(db, id)
  if (row === undefined || (row.ownerId !== caller.id && !caller.isAdmin)) throw fileNotFound()
  const [timeline, actions, log] = await Promise.all([
    timelineOf(db, id, { isTechnical: caller.isAdmin }),
    actionsOn(db, id),
    caller.isAdmin ? logOf(db, id) : [],
  ])
  const technicalError = timeline.findLast(({ technical }) => technical !== null)?.technical ?? null
  return { ...row, timeline, actions, log, technicalError }
}
