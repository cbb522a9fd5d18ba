import { type Db, inTransaction } from '@griot/service-kit/db/db'
import { conflict } from '@griot/service-kit/http/errors'
import type { Caller } from '@griot/service-kit/identity/identity'
import { lockOwnFile, ownFile } from '../files/media-file.ts'
import { auditFile } from './audit-queue.ts'
import { changeFiles } from './change-files.ts'
import { actorOf, recordActions } from './queue-actions.queries.ts'
import type { MediaQueue } from './read-queue.ts'

/** Cancels the processing of a file or of its rendition. A running job stops when it next reports its progress. */
export const cancelFile = async (db: Db, queue: MediaQueue, caller: Caller, id: string) => {
  const { file, jobIds } = await inTransaction(db, async (tx) => {
    const before = await lockOwnFile(tx, caller, id)
    const { ids, jobIds } = await changeFiles(tx, 'cancel', [id])
    if (ids.length === 0) throw conflict('media.not_processing', 'This file is not being processed any more.')
    await recordActions(tx, actorOf(caller), 'cancel', [id])
    await auditFile(tx, caller, 'cancel', before)
    return { file: await ownFile(tx, caller, id), jobIds }
  })
  await removeJobs(queue, jobIds)
  return file
}

/** Optional, because a cancelled job has no effect. A running job cannot be removed. */
export const removeJobs = async ({ jobs, isReachable }: MediaQueue, jobIds: readonly string[]) => {
  if (!isReachable()) return
  await Promise.all(jobIds.map((jobId) => jobs.remove(jobId).catch(() => {})))
}
