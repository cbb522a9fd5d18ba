import { type Db, inTransaction, type Tx } from '@griot/service-kit/db/db'
import { isOutage } from '@griot/service-kit/http/errors'
import type { Log } from '@griot/service-kit/log/log'
import type { Outbox } from '@griot/service-kit/queue/outbox'
import { repeatWork } from '@griot/service-kit/repeat-work'
import { type Batch, nextBatch, recordBatch, remainingBatch } from './bulk.queries.ts'
import { removeJobs } from './cancel-file.ts'
import { changeFiles } from './change-files.ts'
import { recordActions } from './queue-actions.queries.ts'
import type { MediaQueue } from './read-queue.ts'

const PAUSE_MS = 500
const BATCH = 200

interface BulkParts {
  db: Db
  queue: MediaQueue
  outbox: Pick<Outbox, 'kick'>
  log: Log
}

/** Works through the actions on many files. Each batch is one transaction, so a killed process repeats nothing. */
export const runBulks = (parts: BulkParts) =>
  repeatWork({ what: 'actions on many files', pauseMs: PAUSE_MS, log: parts.log }, async (signal) => {
    while (!signal.aborted && (await runNext(parts, signal)));
  })

/** Returns false if there is nothing to do. */
const runNext = async (parts: BulkParts, signal: AbortSignal) => {
  let batch: Batch | undefined
  try {
    await changeBatch(parts, async (tx) => {
      batch = await nextBatch(tx, BATCH)
      return batch
    })
  } catch (error) {
    if (batch === undefined || isOutage(error)) throw error
    parts.log.warn({ err: error, bulkId: batch.id }, 'a batch of files could not be changed, continues one by one')
    for (const fileId of batch.fileIds) {
      if (signal.aborted) break
      await changeSingle(parts, { ...batch, fileIds: [fileId] })
    }
  }
  return batch !== undefined
}

const changeBatch = async ({ db, queue, outbox }: BulkParts, take: (tx: Tx) => Promise<Batch | undefined>) => {
  const jobIds = await inTransaction(db, async (tx) => {
    const batch = await take(tx)
    if (batch === undefined) return undefined
    const { action, actor, fileIds } = batch
    const { ids, jobIds } = await changeFiles(tx, action, fileIds)
    // The older log knows no `clear`.
    if (action !== 'clear') await recordActions(tx, actor, action, ids)
    await recordBatch(tx, batch, { done: ids.length, skipped: fileIds.length - ids.length, failed: 0 })
    return jobIds
  })
  if (jobIds === undefined) return
  outbox.kick()
  await removeJobs(queue, jobIds)
}

/** Changes a batch of one file, or counts the file as failed. Does nothing if another instance has handled it meanwhile. */
const changeSingle = async (parts: BulkParts, single: Batch) => {
  try {
    await changeBatch(parts, (tx) => remainingBatch(tx, single))
  } catch (error) {
    if (isOutage(error)) throw error
    parts.log.warn({ err: error, bulkId: single.id, mediaFileId: single.fileIds[0] }, 'a file could not be changed')
    await inTransaction(parts.db, async (tx) => {
      const remaining = await remainingBatch(tx, single)
      if (remaining !== undefined) await recordBatch(tx, remaining, { done: 0, skipped: 0, failed: 1 })
    })
  }
}
