import { TimelineEntry } from '@griot/contracts/media/media-file'
import { LogLine } from '@griot/contracts/queue'
import { type Queryable, type Sql, sql } from '@griot/service-kit/db/db'

export interface Step {
  kind: TimelineEntry['kind']
  attempt?: number | undefined
  /** For the owner. */
  sentence?: string | undefined
  /** For admins. */
  technical?: string | undefined
}

const MAX_TECHNICAL = 2_000

// PostgreSQL stores no NUL, and a program may quote bytes of a file.
const storable = (technical: string) => technical.replaceAll('\u0000', '').slice(0, MAX_TECHNICAL)

/** Inserts one step for each row of `files`, a query or an update that returns `id` and `revision`. */
export const withStep = (files: Sql, { kind, attempt, sentence, technical }: Step) => sql`
  with file as (${files})
  insert into media_step (media_file_id, revision, kind, attempt, sentence, technical)
  select
    file.id, file.revision, ${kind}, ${attempt ?? null}::smallint, ${sentence ?? null},
    ${technical === undefined ? null : storable(technical)}
  from file
`

/**
 * Calls `record` unless the timeline ends with this sentence and one attempt without a result. Then it deletes that
 * attempt, so that repeated attempts stay one entry.
 */
export const recordOnce = async (
  db: Queryable,
  mediaFileId: string,
  sentence: string,
  record: () => Promise<unknown>,
) => {
  const attempts = await db.run(sql`
    delete from media_step where id in (
      select id from (
        select id, sentence, lag(sentence) over (order by id) as before, row_number() over (order by id desc) as nr
        from media_step where media_file_id = ${mediaFileId}
      ) step
      where nr = 1 and sentence is null and before = ${sentence}
    )
  `)
  if (attempts === 0) await record()
  // Notifies the event streams, which have sent the attempt.
  else await db.run(sql`update media_file set progress = progress where id = ${mediaFileId}`)
}

/** The steps of a file, oldest first. */
export const timelineOf = (db: Queryable, mediaFileId: string, { isTechnical }: { isTechnical: boolean }) =>
  db.many(
    TimelineEntry,
    sql`
      select kind, at, attempt, sentence, case when ${isTechnical} then technical end as technical
      from media_step where media_file_id = ${mediaFileId} order by id
    `,
  )

const KEPT_LINES = 200
// Enough for a whole ffmpeg command.
const MAX_CHARACTERS = 1_000

/** Programs repeat the tags of a file, which may contain control characters. */
const printable = (line: string) => line.replaceAll(/\p{C}/gu, ' ').slice(0, MAX_CHARACTERS)

/** Adds lines to the log of a file and keeps the last 200. */
export const recordLog = async (
  db: Queryable,
  mediaFileId: string,
  attempt: number | null,
  lines: { at: Date; line: string }[],
) => {
  if (lines.length === 0) return
  await db.run(sql`
    with added as (
      insert into media_log (media_file_id, attempt, line, at)
      select m.id, ${attempt}::smallint, l.line, l.at
      from media_file m, unnest(${lines.map(({ line }) => printable(line))}::text[],
        ${lines.map(({ at }) => at.toISOString())}::timestamptz[]) with ordinality as l(line, at, nr)
      where m.id = ${mediaFileId}
      order by l.nr
    )
    delete from media_log where media_file_id = ${mediaFileId} and id < (
      select min(id) from (
        select id from media_log where media_file_id = ${mediaFileId} order by id desc limit ${KEPT_LINES}
      ) kept
    )
  `)
}

/** The log of a file, oldest line first. */
export const logOf = (db: Queryable, mediaFileId: string) =>
  db.many(
    LogLine,
    sql`
      select at, attempt, line from (
        select id, at, attempt, line from media_log where media_file_id = ${mediaFileId} order by id desc
        limit ${KEPT_LINES}
      ) tail
      order by id
    `,
  )
