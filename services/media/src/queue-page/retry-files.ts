import { type Db, emptySql, inTransaction, sql, type Tx } from '@griot/service-kit/db/db'
import { conflict } from '@griot/service-kit/http/errors'
import type { Caller } from '@griot/service-kit/identity/identity'
import { enqueue } from '@griot/service-kit/queue/outbox'
import { z } from 'zod'
import { changeOwnFile, failedPermanently } from '../files/media-file.ts'
import { ProbeMedia, Round } from '../processing/probe-media.job.ts'
import { enqueueRenditions } from '../renditions/change-rendition.ts'
import { withStep } from '../timeline/timeline.queries.ts'
import { HAS_FAILED, IS_PERMANENT, recordActions } from './queue.queries.ts'

const BATCH = 1_000

/**
 * Retries a failed file, or its rendition if only that has failed. Every retry button uses this. A permanent failure
 * is refused.
 */
export const retryFile = (db: Db, caller: Caller, id: string) =>
  changeOwnFile(db, caller, id, async (tx, file) => {
    const isRendition = file.status === 'ready'
    const failed = isRendition ? file.rendition : file
    if (failed?.status !== 'failed') throw conflict('media.not_failed', 'Only a file that failed can be tried again.')
    if (failed.isHopeless) throw failedPermanently()

    await recordActions(tx, caller, 'retry', [id])
    if (isRendition) await enqueueRenditions(tx, [id])
    else await enqueueRounds(tx, [id])
  })

/** Retries all failed files of the caller, or of all users for an admin. Permanent failures are only counted. */
export const retryFailed = (db: Db, caller: Caller) =>
  inTransaction(db, async (tx) => {
    const ofCaller = caller.isAdmin ? emptySql : sql`and m.owner_id = ${caller.id}`
    const failed = await tx.many(
      z.object({ id: z.string(), status: z.enum(['ready', 'failed']) }),
      sql`
        select m.id, m.status from media_file m left join media_rendition r on r.media_file_id = m.id
        where ${HAS_FAILED} and not ${IS_PERMANENT} ${ofCaller}
        order by m.created_at desc limit ${BATCH}
        for update of m skip locked
      `,
    )
    const idsOf = (wanted: 'ready' | 'failed') => failed.filter(({ status }) => status === wanted).map(({ id }) => id)
    await recordActions(tx, caller, 'retry_failed', [...idsOf('failed'), ...idsOf('ready')])
    await enqueueRounds(tx, idsOf('failed'))
    await enqueueRenditions(tx, idsOf('ready'))
    const { skipped } = await tx.one(
      z.object({ skipped: z.number() }),
      sql`
        select count(*) as skipped from media_file m left join media_rendition r on r.media_file_id = m.id
        where ${HAS_FAILED} and ${IS_PERMANENT} ${ofCaller}
      `,
    )
    return { retried: failed.length, skipped }
  })

/** Begins a new round of processing for each of these failed files. */
const enqueueRounds = async (tx: Tx, ids: string[]) => {
  const nextRounds = sql`
    update media_file set
      status = 'processing', failure = null, is_hopeless = false, progress = null, revision = revision + 1
    where id = any(${ids}::uuid[])
    returning id, revision
  `
  const rounds = await tx.many(
    Round,
    sql`
      ${withStep(nextRounds, { kind: 'queued', sentence: 'A retry was requested.' })}
      returning media_file_id as "mediaFileId", revision
    `,
  )
  await enqueue(tx, ProbeMedia, ...rounds)
}
