import { type Db, emptySql, inTransaction, sql } from '@griot/service-kit/db/db'
import { conflict } from '@griot/service-kit/http/errors'
import type { Caller } from '@griot/service-kit/identity/identity'
import { z } from 'zod'
import { changeOwnFile, failedPermanently } from '../files/media-file.ts'
import { auditFile, auditRetryFailed } from './audit-queue.ts'
import { changeFiles } from './change-files.ts'
import { actorOf, recordActions } from './queue-actions.queries.ts'

const BATCH = 1_000
const notFailed = () => conflict('media.not_failed', 'Only a file that failed can be tried again.')

/**
 * Retries a failed file, or its rendition if only that has failed. Every retry button uses this. A permanent failure
 * is refused.
 */
export const retryFile = (db: Db, caller: Caller, id: string) =>
  changeOwnFile(db, caller, id, async (tx, file) => {
    const failed = file.status === 'ready' ? file.rendition : file
    if (failed?.status !== 'failed') throw notFailed()
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
