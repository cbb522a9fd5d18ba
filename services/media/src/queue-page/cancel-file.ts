import { type Db, inTransaction, type Tx } from '@griot/service-kit/db/db'
import { conflict } from '@griot/service-kit/http/errors'
import type { Caller } from '@griot/service-kit/identity/identity'
import { lockOwnFile, ownFile, type StoredFile } from '../files/media-file.ts'
import { MeasureLong, ProbeMedia, type Round } from '../processing/probe-media.job.ts'
import { markFailed } from '../processing/processing.queries.ts'
import { removeRenditionOf } from '../renditions/change-rendition.ts'
import { MakeRendition } from '../renditions/make-rendition.job.ts'
import { recordActions } from './queue.queries.ts'
import type { MediaQueue } from './read-queue.ts'

const CANCELLED = 'Processing was canceled. You can retry it at any time.'

/** Cancels the processing of a file or of its rendition. A running job stops when it next reports its progress. */
export const cancelFile = async (db: Db, { jobs, isReachable }: MediaQueue, caller: Caller, id: string) => {
  const { file, jobIds } = await inTransaction(db, async (tx) => {
    const jobIds = await cancelWork(tx, await lockOwnFile(tx, caller, id))
    if (jobIds === null) throw conflict('media.not_processing', 'This file is not being processed any more.')
    await recordActions(tx, caller, 'cancel', [id])
    return { file: await ownFile(tx, caller, id), jobIds }
  })
  // A cancelled job has no effect, so its removal is optional. A running job cannot be removed.
  if (isReachable()) for (const jobId of jobIds) await jobs.remove(jobId).catch(() => {})
  return file
}

/** Returns the ids of the jobs that are no longer wanted, or null if the file is not being processed. */
const cancelWork = async (tx: Tx, file: StoredFile) => {
  const { id, revision, renditionId, rendition } = file
  const round: Round = { mediaFileId: id, revision }
  if (await markFailed(tx, round, { sentence: CANCELLED }, 'cancelled')) {
    return [ProbeMedia.id(round), MeasureLong.id({ ...round, costSeconds: 1 })]
  }
  if (renditionId === null || rendition?.status !== 'processing') return null
  await removeRenditionOf(tx, file)
  return [MakeRendition.id({ mediaFileId: id, renditionId })]
}
