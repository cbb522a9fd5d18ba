import type { QueueAction } from '@griot/contracts/queue'
import { type Db, emptySql, inTransaction, sql, type Tx } from '@griot/service-kit/db'
import { conflict, unavailable } from '@griot/service-kit/errors'
import { type Caller, nameOf } from '@griot/service-kit/identity'
import { enqueue } from '@griot/service-kit/outbox'
import { z } from 'zod'
import { hopeless, type StoredFile } from '../files/media-file.ts'
import { lockOwnFile, ownFile } from '../files/own-file.ts'
import { ProbeMedia } from '../processing/probe-media.job.ts'
import { markFailed, type Round } from '../processing/processing.queries.ts'
import { beginMaking, forgetRendition } from '../renditions/change-rendition.ts'
import { MakeRendition } from '../renditions/make-rendition.job.ts'
import { recordOnFile } from '../renditions/renditions.queries.ts'
import { withStep } from '../timeline/timeline.queries.ts'
import type { MediaQueue } from './media-queue.ts'
import { HAS_FAILED, IS_HOPELESS } from './queue.queries.ts'

const CANCELLED = 'Processing was cancelled. It can be tried again at any time.'
const MOST_AT_ONCE = 1_000

/** Processes a failed file again, from the beginning; or makes its rendition again, if that is what failed. */
export const retryFile = (db: Db, caller: Caller, id: string) =>
  inTransaction(db, async (tx) => {
    const { shown } = await lockOwnFile(tx, caller, id)
    const isRendition = shown.status === 'ready' && shown.rendition?.status === 'failed'
    if (shown.status !== 'failed' && !isRendition) {
      throw conflict('media.not_failed', 'Only a file that failed can be tried again.')
    }
    if (isRendition ? shown.rendition?.isHopeless : shown.isHopeless) throw hopeless()

    await note(tx, caller, 'retry', id)
    if (isRendition) await beginMaking(tx, id)
    for (const round of isRendition ? [] : await beginAgain(tx, [id])) await enqueue(tx, ProbeMedia, round)
    return (await ownFile(tx, caller, id)).shown
  })

/**
 * Processes failed files again, everybody's for an admin and one's own else; answers how many. Those that cannot get
 * better are left, and counted.
 */
export const retryFailed = (db: Db, caller: Caller) =>
  inTransaction(db, async (tx) => {
    const mine = caller.isAdmin ? emptySql : sql`and m.owner_id = ${caller.id}`
    const failed = await tx.many(
      z.object({ id: z.string(), status: z.enum(['ready', 'failed']) }),
      sql`
        select m.id, m.status from media_file m left join media_rendition r on r.media_file_id = m.id
        where ${HAS_FAILED} and not ${IS_HOPELESS} ${mine}
        order by m.created_at desc limit ${MOST_AT_ONCE}
        for update of m skip locked
      `,
    )
    const files = failed.filter(({ status }) => status === 'failed').map(({ id }) => id)
    for (const round of await beginAgain(tx, files)) await enqueue(tx, ProbeMedia, round)
    for (const { id, status } of failed) {
      await note(tx, caller, 'retry_failed', id)
      if (status === 'ready') await beginMaking(tx, id)
    }
    const { skipped } = await tx.one(
      z.object({ skipped: z.number() }),
      sql`
        select count(*) as skipped from media_file m left join media_rendition r on r.media_file_id = m.id
        where ${HAS_FAILED} and ${IS_HOPELESS} ${mine}
      `,
    )
    return { retried: failed.length, skipped }
  })

/** Stops processing a file. Its job goes with the next look of a worker, or at once while nobody works on it. */
export const cancelFile = async (db: Db, queue: MediaQueue, caller: Caller, id: string) => {
  const { file, jobId } = await inTransaction(db, async (tx) => {
    const jobId = await stopWork(tx, await lockOwnFile(tx, caller, id))
    if (jobId === null) throw conflict('media.not_processing', 'This file is not being processed any more.')
    await note(tx, caller, 'cancel', id)
    return { file: (await ownFile(tx, caller, id)).shown, jobId }
  })
  // Only tidying up: a job that is no longer wanted does nothing.
  if (queue.isReachable()) await queue.forget(jobId).catch(() => {})
  return file
}

/** Answers the job that nobody waits for any more; null when there is none. */
const stopWork = async (tx: Tx, file: StoredFile) => {
  const { shown, revision, renditionId } = file
  const round: Round = { mediaFileId: shown.id, revision }
  if (await markFailed(tx, round, CANCELLED, { kind: 'cancelled' })) return ProbeMedia.id(round)
  if (renditionId === null || shown.rendition?.status !== 'processing') return null
  await forgetRendition(tx, file)
  await recordOnFile(tx, shown.id, { kind: 'rendition_removed' })
  return MakeRendition.id({ mediaFileId: shown.id, renditionId })
}

/** Lets workers take up no more jobs, or take them up again. */
export const setPaused = async (db: Db, queue: MediaQueue, caller: Caller, paused: boolean) => {
  if (!queue.isReachable()) throw unavailable('queue')
  await inTransaction(db, async (tx) => {
    await note(tx, caller, paused ? 'pause' : 'resume', null)
    await (paused ? queue.pause() : queue.resume())
  })
  return { paused }
}

const beginAgain = (tx: Tx, ids: string[]) =>
  tx.many(
    z
      .object({ media_file_id: z.string(), revision: z.number() })
      .transform((row): Round => ({ mediaFileId: row.media_file_id, revision: row.revision })),
    sql`
      ${withStep(
        sql`
          update media_file set
            status = 'processing', failure = null, is_hopeless = false, progress = null, revision = revision + 1
          where id = any(${ids}::uuid[])
          returning id, revision
        `,
        { kind: 'queued', sentence: 'Someone asked to try it again.' },
      )}
      returning media_file_id, revision
    `,
  )

// The transaction's time, so that what is done to many files at once is seen to be one thing.
const note = (tx: Tx, caller: Caller, action: QueueAction['action'], mediaFileId: string | null) =>
  tx.run(sql`
    insert into queue_action (action, actor_id, actor_name, media_file_id, at)
    values (${action}, ${caller.id}, ${nameOf(caller)}, ${mediaFileId}, now())
  `)
