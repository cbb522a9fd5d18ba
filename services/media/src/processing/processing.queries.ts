import type { SoundFacts } from '@griot/contracts/media/media-file'
import { type Queryable, sql, type Tx } from '@griot/service-kit/db'
import { z } from 'zod'
import { type Step, withStep } from '../timeline/timeline.queries.ts'
import type { TagFacts } from './audio-facts.ts'
import { ProbeMedia } from './probe-media.job.ts'

/** One round of processing of one file. */
export interface Round {
  mediaFileId: string
  revision: number
}

export interface Measured {
  durationSeconds: number
  format: string
  codec: string
  bitrate: number
  sampleRate: number | null
  channels: number | null
  sound: SoundFacts
  /** The waveform, a byte a point. */
  peaks: Buffer
  tags: TagFacts
}

/** The one condition under which a round may still say something: the file is there and waits for exactly this round. */
const isCurrent = ({ mediaFileId, revision }: Round) => sql`
  id = ${mediaFileId} and revision = ${revision} and status = 'processing' and deleted_at is null
`

/** Begins an attempt: the object that it is about, or undefined when the round is no longer wanted. */
export const beginAttempt = (db: Queryable, round: Round, attempt: number) =>
  db.maybeOne(
    z
      .object({ object_key: z.string(), size_bytes: z.number() })
      .transform((row) => ({ objectKey: row.object_key, sizeBytes: row.size_bytes })),
    sql`
      ${withStep(
        sql`
          update media_file set progress = progress where ${isCurrent(round)}
          returning id, revision, object_key, size_bytes
        `,
        { kind: 'started', attempt },
      )}
      returning (select object_key from file), (select size_bytes from file)
    `,
  )

/** Whether the round is still wanted. */
export const writeProgress = async (db: Queryable, round: Round, percent: number) =>
  (await db.run(sql`update media_file set progress = ${percent} where ${isCurrent(round)}`)) === 1

/** Adds to the file's timeline while the round is wanted. The file is touched, so that whoever watches it is told. */
export const recordStep = (db: Queryable, round: Round, step: Step) =>
  db.run(
    withStep(sql`update media_file set progress = progress where ${isCurrent(round)} returning id, revision`, step),
  )

/** The round is over; undefined when it was no longer wanted. */
export const markReady = (tx: Tx, round: Round, { artwork, ...measured }: Measured & { artwork: string | null }) => {
  const { sound, tags } = measured
  const ready = sql`
    update media_file set
      status = 'ready',
      progress = null,
      duration_seconds = ${measured.durationSeconds},
      format = ${measured.format},
      codec = ${measured.codec},
      bitrate = ${measured.bitrate},
      sample_rate = ${measured.sampleRate},
      channels = ${measured.channels},
      loudness_lufs = ${sound.loudness},
      peak_db = ${sound.peak},
      leading_silence_seconds = ${sound.leadingSilence},
      trailing_silence_seconds = ${sound.trailingSilence},
      tag_title = ${tags.title},
      tag_artist = ${tags.artist},
      tag_album = ${tags.album},
      artwork_key = ${artwork}
    where ${isCurrent(round)}
    returning id, revision, replaces
  `
  return tx.maybeOne(
    z.object({ replaces: z.string().nullable() }),
    sql`
      ${withStep(
        ready,
        { kind: 'ready' },
        sql`, waveform as (
        insert into media_waveform (media_file_id, peaks) select file.id, ${measured.peaks} from file
        on conflict (media_file_id) do update set peaks = excluded.peaks
      )`,
      )}
      returning (select replaces from file)
    `,
  )
}

interface About {
  kind?: 'failed' | 'cancelled'
  /** For whoever looks into it. */
  technical?: string | undefined
  /** The same file would fail again, however often it is tried. */
  isHopeless?: boolean
}

/** `failure` is read by the file's owner. */
export const markFailed = async (
  db: Queryable,
  round: Round,
  failure: string,
  { kind = 'failed', technical, isHopeless = false }: About = {},
) => {
  const failed = sql`
    update media_file set status = 'failed', progress = null, failure = ${failure}, is_hopeless = ${isHopeless}
    where ${isCurrent(round)}
    returning id, revision
  `
  return (await db.run(withStep(failed, { kind, sentence: failure, technical }))) === 1
}

/** Begins the next round; null when the one named is over already. */
export const nextRound = async (tx: Tx, round: Round, why: string): Promise<Round | null> => {
  const row = await tx.maybeOne(
    z.object({ revision: z.number() }),
    sql`
      ${withStep(
        sql`
          update media_file set revision = revision + 1, progress = null where ${isCurrent(round)}
          returning id, revision
        `,
        { kind: 'queued', sentence: why },
      )}
      returning revision
    `,
  )
  return row === undefined ? null : { mediaFileId: round.mediaFileId, revision: row.revision }
}

const MOST_AT_ONCE = 200

/** Files that nothing was heard of for a while and whose job is not on its way to the queue. */
export const silentRounds = (db: Queryable, silentSeconds: number) =>
  db.many(
    z
      .object({ id: z.string(), revision: z.number() })
      .transform((row): Round => ({ mediaFileId: row.id, revision: row.revision })),
    sql`
      select m.id, m.revision from media_file m
      where m.status = 'processing' and m.deleted_at is null
        and m.updated_at < clock_timestamp() - make_interval(secs => ${silentSeconds})
        and not exists (
          select 1 from outbox o
          where o.name = ${ProbeMedia.name} and o.data ->> 'mediaFileId' = m.id::text
        )
      order by m.updated_at
      limit ${MOST_AT_ONCE}
    `,
  )
