import { type QueueBulk, QueueTask } from '@griot/contracts/queue'
import { type Sql, sql, type Tx } from '@griot/service-kit/db/db'
import { enqueue } from '@griot/service-kit/queue/outbox'
import { z } from 'zod'
import { findFiles } from '../files/media-file.ts'
import { MakeMp3 } from '../open-audio/make-mp3.job.ts'
import { cancelMp3s } from '../open-audio/mp3.queries.ts'
import { settleMp3s } from '../open-audio/settle-mp3.ts'
import { MeasureLong, ProbeMedia, Round } from '../processing/probe-media.job.ts'
import { enqueueRenditions, removeRenditionOf } from '../renditions/change-rendition.ts'
import { MakeRendition } from '../renditions/make-rendition.job.ts'
import { withStep } from '../timeline/timeline.queries.ts'
import { TASK } from './queue-filter.ts'

const CANCELLED = 'Processing was canceled. You can retry it at any time.'

/** The entries `q` of the files that an action changes. It skips the others. */
export const APPLIES_TO: Record<QueueBulk['action'], Sql> = {
  retry: sql`(q.state in ('failed', 'cancelled') and not q.is_permanent)`,
  cancel: sql`q.state in ('waiting', 'active', 'retrying')`,
  clear: sql`(q.state in ('failed', 'cancelled', 'ready') and q.cleared_at is null)`,
}

export interface Changed {
  /** Of the files that were changed. */
  ids: string[]
  /** The jobs to remove from the queue. */
  jobIds: string[]
}

/** Locks the files and changes those to which the action applies. */
export const changeFiles = async (tx: Tx, action: QueueBulk['action'], ids: readonly string[]): Promise<Changed> => {
  // In one order, so that two actions on the same files do not deadlock.
  await tx.run(
    sql`select 1 from media_file where id = any(${ids}::uuid[]) and deleted_at is null order by id for update`,
  )
  // After the lock, because a worker may have finished a file meanwhile.
  const files = await tx.many(
    z.object({ id: z.string(), task: QueueTask }),
    sql`
      select q.media_file_id as id, ${TASK} as task from queue_entry q
      where q.media_file_id = any(${ids}::uuid[]) and ${APPLIES_TO[action]}
    `,
  )
  const idsOf = (wanted: QueueTask) => files.filter(({ task }) => task === wanted).map(({ id }) => id)
  const jobIds = await ACTIONS[action](tx, idsOf('check'), idsOf('rendition'), idsOf('mp3'))
  return { ids: files.map(({ id }) => id), jobIds }
}

/** Work on other episodes of the file goes on. */
const hasEnded = ({ step }: { step: string }) => step === 'failed' || step === 'cancelled'

type Action = (tx: Tx, checks: string[], renditions: string[], mp3s: string[]) => Promise<string[]>

const ACTIONS: Record<QueueBulk['action'], Action> = {
  retry: async (tx, checks, renditions, mp3s) => {
    await enqueueRounds(tx, checks)
    if (renditions.length > 0) await enqueueRenditions(tx, renditions)
    if (mp3s.length > 0) await settleMp3s(tx, mp3s, { beginsAgain: hasEnded })
    return []
  },
  cancel: async (tx, checks, renditions, mp3s) => [
    ...(await cancelRounds(tx, checks)),
    ...(await cancelRenditions(tx, renditions)),
    ...(await cancelMp3s(tx, mp3s, CANCELLED)).map((mp3) => MakeMp3.id(mp3)),
  ],
  clear: async (tx, ...tasks) => {
    await tx.run(sql`
      update queue_entry set cleared_at = clock_timestamp() where media_file_id = any(${tasks.flat()}::uuid[])
    `)
    return []
  },
}

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

const cancelRounds = async (tx: Tx, ids: string[]) => {
  const cancelled = sql`
    update media_file set status = 'failed', progress = null, failure = ${CANCELLED}, is_hopeless = false
    where id = any(${ids}::uuid[])
    returning id, revision
  `
  const rounds = await tx.many(
    Round,
    sql`
      ${withStep(cancelled, { kind: 'cancelled', sentence: CANCELLED })}
      returning media_file_id as "mediaFileId", revision
    `,
  )
  return rounds.flatMap((round) => [ProbeMedia.id(round), MeasureLong.id({ ...round, costSeconds: 1 })])
}

const cancelRenditions = async (tx: Tx, ids: string[]) => {
  if (ids.length === 0) return []
  const files = await findFiles(tx, sql`m.id = any(${ids}::uuid[])`)
  for (const file of files) await removeRenditionOf(tx, file)
  return files.flatMap(({ id: mediaFileId, renditionId }) =>
    renditionId === null ? [] : [MakeRendition.id({ mediaFileId, renditionId })],
  )
}
