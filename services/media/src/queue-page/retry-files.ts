import { type Db, emptySql, inTransaction, sql, type Tx } from '@griot/service-kit/db/db'
import { conflict } from '@griot/service-kit/http/errors'
import type { Caller } from '@griot/service-kit/identity/identity'
import { z } from 'zod'
import { changeOwnFile, failedPermanently, type StoredFile } from '../files/media-file.ts'
import { mp3FailureOf } from '../open-audio/mp3.queries.ts'
import { auditFile, auditRetryFailed } from './audit-queue.ts'
import { changeFiles } from './change-files.ts'
import { actorOf, recordActions } from './queue-actions.queries.ts'

const BATCH = 1_000
const notFailed = () => conflict('media.not_failed', 'Only a file that failed can be tried again.')

/** The failure of the file, or of its rendition or MP3 if only that has failed. */
const failureOf = async (tx: Tx, file: StoredFile) => {
  if (file.status === 'failed') return file
  if (file.rendition?.status === 'failed') return file.rendition
  return file.status === 'ready' ? mp3FailureOf(tx, file.id) : undefined
}

/**
 * Retries a failed file, or its rendition or MP3 if only that has failed. Every retry button uses this. A permanent failure
 * is refused.
 */
export const retryFile = (db: Db, caller: Caller, id: string) =>
  changeOwnFile(db, caller, id, async (tx, file) => {
    const failed = await failureOf(tx, file)
    if (failed === undefined) throw notFailed()
    if (failed.isHopeless) throw failedPermanently()

    await recordActions(tx, actorOf(caller), 'retry', [id])
    await auditFile(tx, caller, 'retry', file)
    const { ids } = await changeFiles(tx, 'retry', [id])
    if (ids.length === 0) throw notFailed()
  })

/**
 * For clients of earlier releases: retries all failed files of the caller, or of all users for an admin. Permanent
 * failures are only counted.
 */
export const retryFailed = (db: Db, caller: Caller) =>
  inTransaction(db, async (tx) => {
    const failed = sql`
      from queue_entry q where q.cleared_at is null and q.state = 'failed'
        ${caller.isAdmin ? emptySql : sql`and q.owner_id = ${caller.id}`}
    `
    const found = await tx.many(
      z.object({ id: z.string() }),
      sql`select q.media_file_id as id ${failed} and not q.is_permanent order by q.created_at desc limit ${BATCH}`,
    )
    const { ids } = await changeFiles(
      tx,
      'retry',
      found.map(({ id }) => id),
    )
    await recordActions(tx, actorOf(caller), 'retry_failed', ids)
    if (ids.length > 0) await auditRetryFailed(tx, caller, ids.length)
    const { skipped } = await tx.one(
      z.object({ skipped: z.number() }),
      sql`select count(*) as skipped ${failed} and q.is_permanent`,
    )
    return { retried: ids.length, skipped }
  })
