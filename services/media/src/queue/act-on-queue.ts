import type { QueueAction } from '@griot/contracts/queue'
import { type Db, emptySql, inTransaction, sql, type Tx } from '@griot/service-kit/db'
import { conflict, unavailable } from '@griot/service-kit/errors'
import { type Caller, nameOf } from '@griot/service-kit/identity'
import { enqueue } from '@griot/service-kit/outbox'
import { z } from 'zod'
import { lockOwnFile, ownFile } from '../files/own-file.ts'
import { ProbeMedia } from '../processing/probe-media.job.ts'
import { markFailed, type Round } from '../processing/processing.queries.ts'
import { withStep } from '../timeline/timeline.queries.ts'
import type { MediaQueue } from './media-queue.ts'

const CANCELLED = 'Processing was cancelled. It can be tried again at any time.'
const MOST_AT_ONCE = 1_000

/** Processes a failed file again, from the beginning. */
export const retryFile = (db: Db, caller: Caller, id: string) =>
  inTransaction(db, async (tx) => {
    const { shown } = await lockOwnFile(tx, caller, id)
    if (shown.status !== 'failed') throw conflict('media.not_failed', 'Only a file that failed can be tried again.')

    await note(tx, caller, 'retry', id)
    for (const round of await beginAgain(tx, [id])) await enqueue(tx, ProbeMedia, round)
    return (await ownFile(tx, caller, id)).shown
  })

/** Processes failed files again, everybody's for an admin and one's own else; answers how many. */
export const retryFailed = (db: Db, caller: Caller) =>
  inTransaction(db, async (tx) => {
    const failed = await tx.many(
      z.object({ id: z.string() }),
      sql`
        select id from media_file
        where status = 'failed' and deleted_at is null
          ${caller.isAdmin ? emptySql : sql`and owner_id = ${caller.id}`}
        order by created_at desc limit ${MOST_AT_ONCE}
        for update skip locked
      `,
    )
    const rounds = await beginAgain(
      tx,
      failed.map(({ id }) => id),
    )
    for (const round of rounds) {
      await note(tx, caller, 'retry_failed', round.mediaFileId)
      await enqueue(tx, ProbeMedia, round)
    }
    return { retried: rounds.length }
  })

/** Stops processing a file. Its job goes with the next look of a worker, or at once while nobody works on it. */
export const cancelFile = async (db: Db, queue: MediaQueue, caller: Caller, id: string) => {
  const { file, round } = await inTransaction(db, async (tx) => {
    const { revision } = await lockOwnFile(tx, caller, id)
    const round: Round = { mediaFileId: id, revision }
    if (!(await markFailed(tx, round, CANCELLED, { kind: 'cancelled' }))) {
      throw conflict('media.not_processing', 'This file is not being processed any more.')
    }
    await note(tx, caller, 'cancel', id)
    return { file: (await ownFile(tx, caller, id)).shown, round }
  })
  // Only tidying up: a job whose round is over does nothing.
  if (queue.isReachable()) await queue.forget(ProbeMedia.id(round)).catch(() => {})
  return file
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
          update media_file set status = 'processing', failure = null, progress = null, revision = revision + 1
          where id = any(${ids}::uuid[])
          returning id, revision
        `,
        { kind: 'queued', sentence: 'Someone asked to try it again.' },
      )}
      returning media_file_id, revision
    `,
  )

const note = (tx: Tx, caller: Caller, action: QueueAction['action'], mediaFileId: string | null) =>
  tx.run(sql`
    insert into queue_action (action, actor_id, actor_name, media_file_id)
    values (${action}, ${caller.id}, ${nameOf(caller)}, ${mediaFileId})
  `)
