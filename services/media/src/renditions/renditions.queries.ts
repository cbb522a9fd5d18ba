import type { Delivery } from '@griot/contracts/media/media-file'
import { type Queryable, sql, type Tx } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { findFile } from '../files/media-file.ts'
import type { Failure } from '../jobs/outcomes.ts'
import { noticePermanentFailure } from '../notices/permanent-failure.ts'
import { publishMp3 } from '../open-audio/publish-audio.ts'
import { settleMp3s } from '../open-audio/settle-mp3.ts'
import { type Step, withStep } from '../timeline/timeline.queries.ts'
import type { EncodedRendition } from './encode-rendition.ts'
import { MakeLongRendition, MakeRendition, RenditionRef } from './make-rendition.job.ts'

/** The sentence for a failure that the file did not cause. */
const RENDITION_FAILED = 'We could not even out the loudness of this recording. Please try again.'

/** Begins a rendition of each of these files, in place of one that failed. */
export const beginRenditions = async (tx: Tx, mediaFileIds: readonly string[]) => {
  await tx.run(sql`
    insert into media_rendition (media_file_id) select unnest(${mediaFileIds}::uuid[])
    on conflict (media_file_id) do update set
      id = gen_random_uuid(), status = 'processing', progress = null, failure = null, is_hopeless = false,
      loudness_lufs = null, peak_db = null, mp3_bytes = null, aac_bytes = null
  `)
  await tx.run(
    withStep(sql`select id, revision from media_file where id = any(${mediaFileIds}::uuid[])`, {
      kind: 'rendition_asked',
    }),
  )
  return tx.many(
    BegunRendition,
    sql`
      select r.media_file_id as "mediaFileId", r.id as "renditionId", coalesce(m.duration_seconds, 0) as seconds,
        m.channels, m.sample_rate as "sampleRate"
      from media_rendition r join media_file m on m.id = r.media_file_id
      where r.media_file_id = any(${mediaFileIds}::uuid[])
    `,
  )
}

const BegunRendition = RenditionRef.extend({
  seconds: z.number(),
  channels: z.number().nullable(),
  sampleRate: z.number().nullable(),
})

export const setDelivery = async (tx: Tx, mediaFileId: string, delivers: Delivery) => {
  await tx.run(sql`update media_file set delivers = ${delivers} where id = ${mediaFileId}`)
  await publishMp3(tx, await settleMp3s(tx, [mediaFileId]))
}

export const recordFileStep = (db: Queryable, mediaFileId: string, step: Step) =>
  db.run(withStep(sql`select id, revision from media_file where id = ${mediaFileId}`, step))

/** The condition of every write of a job about a rendition. */
const isWanted = ({ mediaFileId, renditionId }: RenditionRef) => sql`
  media_file_id = ${mediaFileId} and id = ${renditionId} and status = 'processing'
`

/** The file that a rendition is made of. Returns undefined if the rendition is no longer wanted. */
export const findSource = async (db: Queryable, { mediaFileId, renditionId }: RenditionRef) => {
  const file = await findFile(db, mediaFileId)
  if (file?.status !== 'ready' || file.rendition?.status !== 'processing') return undefined
  return file.renditionId === renditionId ? file : undefined
}

/** Returns false if the rendition is no longer wanted. */
export const writeRenditionProgress = async (db: Queryable, rendition: RenditionRef, percent: number) =>
  (await db.run(sql`update media_rendition set progress = ${percent} where ${isWanted(rendition)}`)) === 1

/** Adds a step to the timeline of the file if the rendition is wanted. */
export const recordRenditionStep = (db: Queryable, { renditionId }: RenditionRef, step: Step) =>
  db.run(
    withStep(
      sql`
        select m.id, m.revision from media_file m join media_rendition r on r.media_file_id = m.id
        where r.id = ${renditionId} and r.status = 'processing' and m.deleted_at is null
      `,
      step,
    ),
  )

/** Makes the rendition ready, and the form that listeners get. Returns false if it was no longer wanted. */
export const markRenditionReady = async (tx: Tx, rendition: RenditionRef, encoded: EncodedRendition) => {
  const changed = await tx.run(sql`
    update media_rendition set
      status = 'ready', progress = null, loudness_lufs = ${encoded.loudness}, peak_db = ${encoded.peak},
      mp3_bytes = ${encoded.mp3Bytes}, aac_bytes = ${encoded.aacBytes}
    where ${isWanted(rendition)}
  `)
  if (changed === 0) return false
  await setDelivery(tx, rendition.mediaFileId, 'rendition')
  await recordFileStep(tx, rendition.mediaFileId, { kind: 'rendition_ready' })
  return true
}

export const markRenditionFailed = async (
  tx: Tx,
  rendition: RenditionRef,
  { sentence = RENDITION_FAILED, technical, isPermanent = false }: Failure = {},
) => {
  const changed = await tx.run(sql`
    update media_rendition set status = 'failed', progress = null, failure = ${sentence}, is_hopeless = ${isPermanent}
    where ${isWanted(rendition)}
  `)
  if (changed === 0) return
  await recordFileStep(tx, rendition.mediaFileId, { kind: 'rendition_failed', sentence, technical })
  if (isPermanent) await noticePermanentFailure(tx, rendition.mediaFileId, sentence)
}

const BATCH = 200

/** The renditions without an update for this time whose job is not in the outbox. */
export const silentRenditions = (db: Queryable, silentSeconds: number) =>
  db.many(
    RenditionRef,
    sql`
      select r.media_file_id as "mediaFileId", r.id as "renditionId"
      from media_rendition r join media_file m on m.id = r.media_file_id
      where r.status = 'processing' and m.deleted_at is null
        and r.updated_at < clock_timestamp() - make_interval(secs => ${silentSeconds})
        and not exists (
          select 1 from outbox o where o.name in (${MakeRendition.name}, ${MakeLongRendition.name})
            and o.data ->> 'renditionId' = r.id::text
        )
      order by r.updated_at
      limit ${BATCH}
    `,
  )
