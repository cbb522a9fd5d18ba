import type {
  QueueChange,
  QueueFilter,
  QueueHealth,
  QueueItem,
  QueueOverview,
  QueueWorker,
} from '@griot/contracts/queue'
import { type Db, inTransaction, sql, type Tx } from '@griot/service-kit/db/db'
import { pageByNewest } from '@griot/service-kit/db/newest-first'
import type { Caller } from '@griot/service-kit/identity/identity'
import { inTime } from '@griot/service-kit/in-time'
import { fileNotFound } from '../files/media-file.ts'
import type { MediaQueues } from '../jobs/media-queues.ts'
import { logOf, timelineOf } from '../timeline/timeline.queries.ts'
import { latestBulks } from './bulk.queries.ts'
import { withEstimates } from './estimate.ts'
import { listedRows, listedRowsOf, type PageRequest, queueCounts, queueRow, workersSeen } from './queue.queries.ts'
import { actionsOn } from './queue-actions.queries.ts'

/** The queues of the media worker. While it is not reachable, a call to it may never return. */
export interface MediaQueue {
  jobs: Pick<MediaQueues, 'isPaused' | 'pause' | 'resume' | 'remove'>
  isReachable(): boolean
}

/** All reads see the same moment, so that counters and rows agree. */
const inSnapshot = <Result>(db: Db, read: (tx: Tx) => Promise<Result>) =>
  inTransaction(db, async (tx) => {
    tx.send(sql`set transaction isolation level repeatable read, read only`)
    return read(tx)
  })

/** The state of the queue and a page of its files: all files for an admin, otherwise those of the caller. */
export const readQueue = async (db: Db, queue: MediaQueue, caller: Caller, request: PageRequest) => {
  const paused = await readPaused(queue)
  return inSnapshot(db, async (tx) => {
    const [rows, { counts, oldestWaiting }, workers] = await Promise.all([
      listedRows(tx, caller, request),
      queueCounts(tx, caller, request),
      workersSeen(tx),
    ])
    const page = pageByNewest(rows, request.limit)
    const health = healthOf(paused, workers)
    const overview: QueueOverview = {
      health,
      counts,
      oldestWaiting,
      workers: caller.isAdmin ? workers : [],
      rows: health === 'ok' ? await withEstimates(tx, page.items) : page.items,
    }
    return { overview, next: page.next }
  })
}

const MAX_CHANGED_ROWS = 200

/** The part of the caller's list that these changed files concern. */
export const readChange = (db: Db, caller: Caller, filter: QueueFilter, ids: readonly string[]) =>
  inSnapshot(db, async (tx): Promise<QueueChange> => {
    const isPartial = ids.length > MAX_CHANGED_ROWS
    const [{ counts }, rows, bulks] = await Promise.all([
      queueCounts(tx, caller, filter),
      isPartial ? [] : listedRowsOf(tx, caller, filter, ids),
      latestBulks(tx, caller),
    ])
    const listed = new Set(rows.map(({ id }) => id))
    const gone = isPartial ? [] : ids.filter((id) => !listed.has(id))
    return { counts, rows: await withEstimates(tx, rows), gone, isPartial, bulks }
  })

const healthOf = (paused: boolean | 'unreachable', workers: QueueWorker[]): QueueHealth => {
  if (paused === 'unreachable') return paused
  if (!workers.some(({ isAlive }) => isAlive)) return 'no_worker'
  return paused ? 'paused' : 'ok'
}

const TIMEOUT_MS = 2_000

const readPaused = async ({ jobs, isReachable }: MediaQueue): Promise<boolean | 'unreachable'> => {
  if (!isReachable()) return 'unreachable'
  return inTime(jobs.isPaused(), TIMEOUT_MS, 'the queue').catch(() => 'unreachable')
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
