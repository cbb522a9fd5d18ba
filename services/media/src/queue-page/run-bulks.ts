import { type Db, inTransaction } from '@griot/service-kit/db/db'
import { AppError } from '@griot/service-kit/http/errors'
import type { Log } from '@griot/service-kit/log/log'
import type { Outbox } from '@griot/service-kit/queue/outbox'
import { repeatWork } from '@griot/service-kit/repeat-work'
import { type Batch, nextBatch, recordBatch } from './bulk.queries.ts'
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
    while (!signal.aborted && (await runNext(parts)));
  })

/** Returns false if there is nothing to do. */
const runNext = async (parts: BulkParts) => {
  try {
    return await runBatch(parts, BATCH)
  } catch (error) {
    if (error instanceof AppError && error.status === 503) throw error
    parts.log.warn({ err: error }, 'a batch of files could not be changed, continues one by one')
    for (let file = 0; file < BATCH; file += 1) await runSingle(parts)
    return true
  }
}

const runBatch = async ({ db, queue, outbox }: BulkParts, size: number) => {
  const jobIds = await inTransaction(db, async (tx) => {
    const batch = await nextBatch(tx, size)
    if (batch === undefined) return undefined
    const { action, actor, fileIds } = batch
    const { ids, jobIds } = await changeFiles(tx, action, fileIds)
    // The older log knows no `clear`.
    if (action !== 'clear') await recordActions(tx, actor, action, ids)
    await recordBatch(tx, batch, { done: ids.length, skipped: fileIds.length - ids.length, failed: 0 })
    return jobIds
  })
  if (jobIds === undefined) return false
  outbox.kick()
  await removeJobs(queue, jobIds)
  return true
}

const runSingle = async (parts: BulkParts) => {
  try {
    await runBatch(parts, 1)
  } catch (error) {
    if (error instanceof AppError && error.status === 503) throw error
    parts.log.warn({ err: error }, 'a file could not be changed')
    await inTransaction(parts.db, async (tx) => {
      const batch: Batch | undefined = await nextBatch(tx, 1)
      if (batch !== undefined) await recordBatch(tx, batch, { done: 0, skipped: 0, failed: batch.fileIds.length })
    })
  }
}
