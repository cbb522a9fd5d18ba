import { setTimeout as delay } from 'node:timers/promises'
import type { QueueHealth, QueueItem, QueueState } from '@griot/contracts/queue'
import { defineCursor, toPage } from '@griot/service-kit/cursor'
import type { Db } from '@griot/service-kit/db'
import type { Caller } from '@griot/service-kit/identity'
import { z } from 'zod'
import { fileNotFound } from '../files/media-file.ts'
import { logOf, timelineOf } from '../timeline/timeline.queries.ts'
import type { MediaQueue } from './media-queue.ts'
import { actionsOn, queueCounts, queueRow, queueRows, workersSeen } from './queue.queries.ts'

const ByNewest = defineCursor(z.tuple([z.iso.datetime(), z.uuid()]))

interface Asked {
  state?: QueueState | undefined
  cursor?: string | undefined
  limit: number
}

/** What the queue is doing, as far as the caller may know: everything for admins, else what concerns their own files. */
export const readQueue = async (
  db: Db,
  queue: MediaQueue,
  caller: Caller,
  { state = undefined, cursor, limit }: Asked,
) => {
  const whose = caller.isAdmin ? null : caller.id
  const [createdAt, id] = ByNewest.read(cursor) ?? []
  const after = createdAt === undefined || id === undefined ? null : { createdAt, id }

  const [rows, { counts, oldestWaiting }, workers, paused] = await Promise.all([
    queueRows(db, whose, { state: state ?? null, after, limit: limit + 1 }),
    queueCounts(db, whose),
    workersSeen(db),
    askWhetherPaused(queue),
  ])
  const health: QueueHealth =
    paused === 'unreachable'
      ? 'unreachable'
      : !workers.some(({ isAlive }) => isAlive)
        ? 'no_worker'
        : paused
          ? 'paused'
          : 'ok'
  const page = toPage(rows, limit, (last) => ByNewest.write([last.createdAt, last.id]))
  return {
    overview: { health, counts, oldestWaiting, workers: caller.isAdmin ? workers : [], rows: page.items },
    next: page.next,
  }
}

const PATIENCE_MS = 2_000

const askWhetherPaused = async (queue: MediaQueue): Promise<boolean | 'unreachable'> => {
  if (!queue.isReachable()) return 'unreachable'
  const patience = new AbortController()
  const asked = queue.isPaused().catch(() => 'unreachable' as const)
  const waited = delay(PATIENCE_MS, 'unreachable' as const, { signal: patience.signal })
  // Nobody waits any more for what was cut short.
  waited.catch(() => {})
  try {
    return await Promise.race([asked, waited])
  } finally {
    patience.abort()
  }
}

/** One file with all that happened to it and all that people did about it. */
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
