import type { Delivery } from '@griot/contracts/media/media-file'
import { type Queryable, sql, type Tx } from '@griot/service-kit/db'
import { z } from 'zod'
import { type Step, withStep } from '../timeline/timeline.queries.ts'
import { MakeRendition } from './make-rendition.job.ts'

/** One rendition of one file. */
export interface Making {
  mediaFileId: string
  renditionId: string
}

export interface Made {
  loudness: number | null
  peak: number | null
  mp3Bytes: number
  aacBytes: number
}

/** Begins a rendition, in place of one that failed. */
export const beginRendition = async (tx: Tx, mediaFileId: string): Promise<Making> => {
  const { id } = await tx.one(
    z.object({ id: z.string() }),
    sql`
      insert into media_rendition (media_file_id) values (${mediaFileId})
      on conflict (media_file_id) do update set
        id = gen_random_uuid(), status = 'processing', progress = null, failure = null, is_hopeless = false,
        loudness_lufs = null, peak_db = null, mp3_bytes = null, aac_bytes = null
      returning id
    `,
  )
  await recordOnFile(tx, mediaFileId, { kind: 'rendition_asked' })
  return { mediaFileId, renditionId: id }
}

export const dropRendition = async (tx: Tx, mediaFileId: string) => {
  await tx.run(sql`delete from media_rendition where media_file_id = ${mediaFileId}`)
  await chooseDelivery(tx, mediaFileId, 'original')
}

export const chooseDelivery = (tx: Tx, mediaFileId: string, delivers: Delivery) =>
  tx.run(sql`update media_file set delivers = ${delivers} where id = ${mediaFileId}`)

export const recordOnFile = (db: Queryable, mediaFileId: string, step: Step) =>
  db.run(withStep(sql`select id, revision from media_file where id = ${mediaFileId}`, step))

// The one condition under which a job may still say something about a rendition.
const isWanted = ({ mediaFileId, renditionId }: Making) => sql`
  media_file_id = ${mediaFileId} and id = ${renditionId} and status = 'processing'
`

/** What a rendition is made of, while it is wanted. */
export const sourceOf = (db: Queryable, making: Making) =>
  db.maybeOne(
    z
      .object({
        object_key: z.string(),
        duration_seconds: z.number(),
        sample_rate: z.number().nullable(),
        channels: z.number().nullable(),
      })
      .transform((row) => ({
        objectKey: row.object_key,
        seconds: row.duration_seconds,
        sampleRate: row.sample_rate,
        channels: row.channels,
      })),
    sql`
      select m.object_key, m.duration_seconds, m.sample_rate, m.channels
      from media_rendition r join media_file m on m.id = r.media_file_id
      where r.media_file_id = ${making.mediaFileId} and r.id = ${making.renditionId} and r.status = 'processing'
        and m.deleted_at is null and m.status = 'ready'
    `,
  )
export type Source = NonNullable<Awaited<ReturnType<typeof sourceOf>>>

/** Whether the rendition is still wanted. */
export const writeRenditionProgress = async (db: Queryable, making: Making, percent: number) =>
  (await db.run(sql`update media_rendition set progress = ${percent} where ${isWanted(making)}`)) === 1

/** Adds to the file's timeline while the rendition is wanted. */
export const recordMaking = (db: Queryable, making: Making, step: Step) =>
  db.run(
    withStep(
      sql`
        select m.id, m.revision from media_file m join media_rendition r on r.media_file_id = m.id
        where r.id = ${making.renditionId} and r.status = 'processing' and m.deleted_at is null
      `,
      step,
    ),
  )

/** The rendition is ready, and what listeners hear from now on. Answers whether it was still wanted. */
export const markMade = async (tx: Tx, making: Making, made: Made) => {
  const changed = await tx.run(sql`
    update media_rendition set
      status = 'ready', progress = null, loudness_lufs = ${made.loudness}, peak_db = ${made.peak},
      mp3_bytes = ${made.mp3Bytes}, aac_bytes = ${made.aacBytes}
    where ${isWanted(making)}
  `)
  if (changed === 0) return false
  await chooseDelivery(tx, making.mediaFileId, 'rendition')
  await recordOnFile(tx, making.mediaFileId, { kind: 'rendition_ready' })
  return true
}

export interface NotMade {
  technical?: string | undefined
  /** The same recording would fail again, however often it is tried. */
  isHopeless?: boolean
}

export const markNotMade = async (
  tx: Tx,
  making: Making,
  failure: string,
  { technical, isHopeless = false }: NotMade = {},
) => {
  const changed = await tx.run(sql`
    update media_rendition set status = 'failed', progress = null, failure = ${failure}, is_hopeless = ${isHopeless}
    where ${isWanted(making)}
  `)
  if (changed === 0) return
  await recordOnFile(tx, making.mediaFileId, { kind: 'rendition_failed', sentence: failure, technical })
}

const MOST_AT_ONCE = 200

/** Renditions that nothing was heard of for a while and whose job is not on its way to the queue. */
export const silentMakings = (db: Queryable, silentSeconds: number) =>
  db.many(
    z
      .object({ media_file_id: z.string(), id: z.string() })
      .transform((row): Making => ({ mediaFileId: row.media_file_id, renditionId: row.id })),
    sql`
      select r.media_file_id, r.id
      from media_rendition r join media_file m on m.id = r.media_file_id
      where r.status = 'processing' and m.deleted_at is null
        and r.updated_at < clock_timestamp() - make_interval(secs => ${silentSeconds})
        and not exists (
          select 1 from outbox o where o.name = ${MakeRendition.name} and o.data ->> 'renditionId' = r.id::text
        )
      order by r.updated_at
      limit ${MOST_AT_ONCE}
    `,
  )
