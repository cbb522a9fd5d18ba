import { EpisodeVisibility } from '@griot/contracts/events'
import { type Queryable, sql, type Tx } from '@griot/service-kit/db/db'
import { z } from 'zod'
import type { Failure } from '../jobs/outcomes.ts'
import { noticePermanentFailure } from '../notices/permanent-failure.ts'
import { mp3Key, retireObjects } from '../storage/objects.ts'
import { MakeLongMp3, MakeMp3, Mp3Ref } from './make-mp3.job.ts'
import { publishMp3 } from './publish-audio.ts'

export const Tags = EpisodeVisibility.data.shape.tags.unwrap()

/** A link of MEDIA_DELIVERY=redirect to a superseded file is valid for a day. */
const SUPERSEDED_HOURS = 24

/** The sentence for a failure that the file did not cause. */
const MP3_FAILED = 'We could not make the MP3 for podcast apps. Please try again.'

const IS_OPEN = sql`step in ('asked', 'started', 'interrupted')`

/** The condition of every write of a job: exactly this file is still wanted. */
const isWanted = ({ mp3Id }: Mp3Ref) => sql`id = ${mp3Id} and ${IS_OPEN}`

const Wanted = z.object({
  sourceKey: z.string(),
  tags: Tags.nullable(),
  /** The object that is served, and the one that its audio was made of. */
  objectKey: z.string().nullable(),
  servedSourceKey: z.string().nullable(),
  duration: z.number(),
  sampleRate: z.number().nullable(),
  channels: z.number().nullable(),
})

/** The file that the job makes; undefined if it is no longer wanted. */
export const findWanted = (db: Queryable, ref: Mp3Ref) =>
  db.maybeOne(
    Wanted,
    sql`
      select mp3.source_key as "sourceKey", mp3.tags, mp3.object_key as "objectKey",
        mp3.served_source_key as "servedSourceKey", coalesce(file.duration_seconds, 0) as duration,
        file.sample_rate as "sampleRate", file.channels
      from (select * from episode_mp3 where ${isWanted(ref)}) mp3
      join media_file file on file.id = mp3.media_file_id and file.deleted_at is null
    `,
  )

export type Mp3Step = 'asked' | 'started' | 'interrupted'

/** Returns false if the file is no longer wanted. */
export const recordMp3Step = async (db: Queryable, ref: Mp3Ref, step: Mp3Step, attempt?: number) =>
  (await db.run(sql`
    update episode_mp3 set step = ${step}, attempt = coalesce(${attempt ?? null}::smallint, attempt),
      changed_at = clock_timestamp()
    where ${isWanted(ref)}
  `)) === 1

/** Returns false if the file is no longer wanted. */
export const writeMp3Progress = async (db: Queryable, ref: Mp3Ref, percent: number) =>
  (await db.run(sql`update episode_mp3 set progress = ${percent} where ${isWanted(ref)}`)) === 1

const Served = z.object({ objectKey: z.string().nullable() })

/** Serves the new file from now on. Returns false if it is no longer wanted. */
export const markMp3Ready = async (tx: Tx, ref: Mp3Ref, sizeBytes: number) => {
  const before = await tx.maybeOne(
    Served,
    sql`select object_key as "objectKey" from episode_mp3 where ${isWanted(ref)} for update`,
  )
  if (before === undefined) return false
  await tx.run(sql`
    update episode_mp3 set step = 'ready', progress = null, changed_at = clock_timestamp(),
      object_key = ${mp3Key(ref.mp3Id)}, size_bytes = ${sizeBytes}, served_source_key = source_key,
      served_since = clock_timestamp()
    where id = ${ref.mp3Id}
  `)
  await retireServed(tx, [before])
  await publishMp3(tx, [ref.episodeId])
  return true
}

/** Schedules the removal of files that are no longer served. Does nothing for an original that its media file still needs. */
export const retireServed = (tx: Tx, served: readonly z.output<typeof Served>[], moreHours = SUPERSEDED_HOURS) =>
  retireObjects(
    tx,
    served.flatMap(({ objectKey }) => objectKey ?? []),
    { moreHours },
  )

/**
 * Ends the work without a file. An earlier file stays if it has the same audio: a recording that was replaced must not be
 * served any longer.
 */
const endMp3 = async (tx: Tx, ref: Mp3Ref, step: 'failed' | 'cancelled', sentence: string, isPermanent = false) => {
  const ended = await tx.maybeOne(
    Served.extend({ isStale: z.boolean(), mediaFileId: z.string() }),
    sql`
      update episode_mp3 set step = ${step}, progress = null, failure = ${sentence}, is_hopeless = ${isPermanent},
        changed_at = clock_timestamp()
      where ${isWanted(ref)}
      returning object_key as "objectKey", object_key is not null and served_source_key <> source_key as "isStale",
        media_file_id as "mediaFileId"
    `,
  )
  if (ended === undefined) return
  if (ended.isStale) {
    await tx.run(sql`
      update episode_mp3 set object_key = null, size_bytes = null, served_source_key = null, served_since = null
      where id = ${ref.mp3Id}
    `)
    await retireServed(tx, [ended])
    await publishMp3(tx, [ref.episodeId])
  }
  if (isPermanent) await noticePermanentFailure(tx, ended.mediaFileId, sentence)
}

export const markMp3Failed = (tx: Tx, ref: Mp3Ref, { sentence = MP3_FAILED, isPermanent }: Failure = {}) =>
  endMp3(tx, ref, 'failed', sentence, isPermanent)

const refColumns = sql`media_file_id as "mediaFileId", episode_id as "episodeId", id as "mp3Id"`

/** Cancels the work on these files. Returns it, so that its jobs can be removed. */
export const cancelMp3s = async (tx: Tx, mediaFileIds: readonly string[], sentence: string) => {
  const refs = await tx.many(
    Mp3Ref,
    sql`select ${refColumns} from episode_mp3 where media_file_id = any(${mediaFileIds}::uuid[]) and ${IS_OPEN}`,
  )
  for (const ref of refs) await endMp3(tx, ref, 'cancelled', sentence)
  return refs
}

/** Whether the work on an MP3 of this file has failed; a permanent failure is not retried. */
export const mp3FailureOf = (db: Queryable, mediaFileId: string) =>
  db.maybeOne(
    z.object({ isHopeless: z.boolean() }),
    sql`
      select is_hopeless as "isHopeless" from episode_mp3
      where media_file_id = ${mediaFileId} and step in ('failed', 'cancelled') order by is_hopeless limit 1
    `,
  )

/** The size of the file that is served for an episode; null if there is none. */
export const mp3BytesOf = async (db: Queryable, episodeId: string) => {
  const size = sql`select size_bytes as "sizeBytes" from episode_mp3 where episode_id = ${episodeId}`
  return (await db.maybeOne(z.object({ sizeBytes: z.number().nullable() }), size))?.sizeBytes ?? null
}

const BATCH = 200

/** Open work without an update for this time whose job is not in the outbox. */
export const silentMp3s = (db: Queryable, silentSeconds: number) =>
  db.many(
    Mp3Ref,
    sql`
      select ${refColumns} from episode_mp3 mp3
      where ${IS_OPEN} and updated_at < clock_timestamp() - make_interval(secs => ${silentSeconds})
        and not exists (
          select 1 from outbox o where o.name in (${MakeMp3.name}, ${MakeLongMp3.name})
            and o.data ->> 'mp3Id' = mp3.id::text
        )
      order by updated_at limit ${BATCH}
    `,
  )

/** Removes the MP3s of a deleted file or a deleted episode. */
export const removeMp3s = async (tx: Tx, of: { mediaFileId: string } | { episodeId: string }) => {
  const condition = 'mediaFileId' in of ? sql`media_file_id = ${of.mediaFileId}` : sql`episode_id = ${of.episodeId}`
  const removed = await tx.many(
    Served,
    sql`delete from episode_mp3 where ${condition} returning object_key as "objectKey"`,
  )
  await retireServed(tx, removed, 0)
}
