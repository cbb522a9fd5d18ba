import { type Queryable, sql, type Tx } from '@griot/service-kit/db/db'
import { z } from 'zod'
import type { MeasuredAudio } from '../audio/measure-audio.ts'
import type { Failure } from '../jobs/outcomes.ts'
import { noticePermanentFailure } from '../notices/permanent-failure.ts'
import { type Step, withStep } from '../timeline/timeline.queries.ts'
import { MeasureLong, ProbeMedia, Round } from './probe-media.job.ts'

/** The measurements with the object key of the artwork. */
export type Measured = Omit<MeasuredAudio, 'artworkPath'> & { artwork: string | null }

/** The sentence for a failure that the file did not cause. */
const PROCESSING_FAILED = 'We could not process this file. Please try again, or upload it once more.'

/** The condition of every write of a round: the file exists and is processed in exactly this round. */
const isCurrent = ({ mediaFileId, revision }: Round) => sql`
  id = ${mediaFileId} and revision = ${revision} and status = 'processing' and deleted_at is null
`

/** Returns false if the round is no longer wanted. */
export const writeProgress = async (db: Queryable, round: Round, percent: number) =>
  (await db.run(sql`update media_file set progress = ${percent} where ${isCurrent(round)}`)) === 1

/**
 * Adds a step to the timeline. Returns false if the round is no longer wanted. The update of the file notifies the event
 * streams.
 */
export const recordStep = async (db: Queryable, round: Round, step: Step) => {
  const file = sql`update media_file set progress = progress where ${isCurrent(round)} returning id, revision`
  return (await db.run(withStep(file, step))) === 1
}

/** Ends the round successfully. Returns undefined if it was no longer wanted. */
export const markReady = async (tx: Tx, round: Round, { artwork, ...measured }: Measured) => {
  const { sound, tags } = measured
  const ready = sql`
    update media_file set
      status = 'ready', progress = null,
      duration_seconds = ${measured.durationSeconds}, promised_seconds = ${measured.promisedSeconds},
      is_cut_at_end = ${measured.isCutAtEnd},
      format = ${measured.format}, codec = ${measured.codec},
      bitrate = ${measured.bitrate}, sample_rate = ${measured.sampleRate}, channels = ${measured.channels},
      loudness_lufs = ${sound.loudness}, peak_db = ${sound.peak},
      leading_silence_seconds = ${sound.leadingSilence}, trailing_silence_seconds = ${sound.trailingSilence},
      tag_title = ${tags.title}, tag_artist = ${tags.artist}, tag_album = ${tags.album}, artwork_key = ${artwork},
      chapters = nullif(${JSON.stringify(measured.chapters)}::jsonb, 'null')
    where ${isCurrent(round)}
    returning id, revision, replaces
  `
  const marked = await tx.maybeOne(
    z.object({ replaces: z.string().nullable() }),
    sql`${withStep(ready, { kind: 'ready' })} returning (select replaces from file)`,
  )
  if (marked === undefined) return undefined
  await tx.run(sql`
    insert into media_waveform (media_file_id, peaks) values (${round.mediaFileId}, ${measured.peaks})
    on conflict (media_file_id) do update set peaks = excluded.peaks
  `)
  return marked
}

/** Ends the round with a sentence for the owner. Returns false if it was no longer wanted. */
export const markFailed = async (
  tx: Tx,
  round: Round,
  { sentence = PROCESSING_FAILED, technical, isPermanent = false }: Failure = {},
) => {
  const failed = sql`
    update media_file set status = 'failed', progress = null, failure = ${sentence}, is_hopeless = ${isPermanent}
    where ${isCurrent(round)}
    returning id, revision
  `
  if ((await tx.run(withStep(failed, { kind: 'failed', sentence, technical }))) === 0) return false
  if (isPermanent) await noticePermanentFailure(tx, round.mediaFileId, sentence)
  return true
}

/** Begins the next round. Returns undefined if the given one is over. */
export const nextRound = (tx: Tx, round: Round, reason: string) => {
  const next = sql`
    update media_file set revision = revision + 1, progress = null where ${isCurrent(round)}
    returning id, revision
  `
  return tx.maybeOne(
    Round,
    sql`${withStep(next, { kind: 'queued', sentence: reason })} returning media_file_id as "mediaFileId", revision`,
  )
}

const BATCH = 200

/** The rounds without an update for this time whose job is not in the outbox. */
export const silentRounds = (db: Queryable, silentSeconds: number) =>
  db.many(
    Round,
    sql`
      select m.id as "mediaFileId", m.revision from media_file m
      where m.status = 'processing' and m.deleted_at is null
        and m.updated_at < clock_timestamp() - make_interval(secs => ${silentSeconds})
        and not exists (
          select 1 from outbox o
          where o.name in (${ProbeMedia.name}, ${MeasureLong.name}) and o.data ->> 'mediaFileId' = m.id::text
        )
      order by m.updated_at
      limit ${BATCH}
    `,
  )
