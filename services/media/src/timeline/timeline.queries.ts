import { TimelineEntry } from '@griot/contracts/media/media-file'
import type { LogLine } from '@griot/contracts/queue'
import { emptySql, type Queryable, type Sql, sql } from '@griot/service-kit/db'
import { z } from 'zod'

export interface Step {
  kind: TimelineEntry['kind']
  attempt?: number | undefined
  /** For the owner. */
  sentence?: string | undefined
  /** For admins. */
  technical?: string | undefined
}

// What a program said about a file may be long; its beginning tells enough.
const MOST_TECHNICAL = 2_000

// PostgreSQL takes no NUL, and a program may quote bytes of a file.
const storable = (technical: string) => technical.replaceAll('\u0000', '').slice(0, MOST_TECHNICAL)

/**
 * Writes one step for each row of `files`, a query (perhaps an update) that answers `id` and `revision`. What else is
 * done with these rows, called `file`, comes in `also`.
 */
export const withStep = (files: Sql, { kind, attempt, sentence, technical }: Step, also = emptySql) => sql`
  with file as (${files}) ${also}
  insert into media_step (media_file_id, revision, kind, attempt, sentence, technical)
  select
    file.id, file.revision, ${kind}, ${attempt ?? null}::smallint, ${sentence ?? null},
    ${technical === undefined ? null : storable(technical)}
  from file
`

/** For what is tried again and again: told the first time, and after that the attempts in between are no news. */
export const tellOnce = async (db: Queryable, mediaFileId: string, sentence: string, tell: () => Promise<unknown>) => {
  const attempts = await db.run(sql`
    delete from media_step where id in (
      select id from (
        select id, sentence, lag(sentence) over (order by id) as before, row_number() over (order by id desc) as nr
        from media_step where media_file_id = ${mediaFileId}
      ) step
      where nr = 1 and sentence is null and before = ${sentence}
    )
  `)
  if (attempts === 0) await tell()
  // Whoever watches the file has seen the attempt, and now hears that it is over.
  else await db.run(sql`update media_file set progress = progress where id = ${mediaFileId}`)
}

/** All that happened to a file, oldest first. */
export const timelineOf = (db: Queryable, mediaFileId: string, { isTechnical }: { isTechnical: boolean }) =>
  db.many(
    z
      .object({ ...TimelineEntry.shape, at: z.string() })
      .transform((row): TimelineEntry => ({ ...row, technical: isTechnical ? row.technical : null })),
    sql`select kind, at, attempt, sentence, technical from media_step where media_file_id = ${mediaFileId} order by id`,
  )

const LINES_KEPT = 200
// Whole commands fit.
const MOST_CHARACTERS = 1_000

/** Programs repeat what files say of themselves: nothing of it may do more than be read. */
const printable = (line: string) => line.replaceAll(/\p{C}/gu, ' ').slice(0, MOST_CHARACTERS)

/** Keeps what the worker and its programs said; of each file the last lines. */
export const recordLog = async (
  db: Queryable,
  mediaFileId: string,
  attempt: number | null,
  lines: { at: Date; line: string }[],
) => {
  if (lines.length === 0) return
  await db.run(sql`
    with said as (
      insert into media_log (media_file_id, attempt, line, at)
      select m.id, ${attempt}::smallint, l.line, l.at
      from media_file m, unnest(${lines.map(({ line }) => printable(line))}::text[],
        ${lines.map(({ at }) => at.toISOString())}::timestamptz[]) with ordinality as l(line, at, nr)
      where m.id = ${mediaFileId}
      order by l.nr
    )
    delete from media_log where media_file_id = ${mediaFileId} and id < (
      select min(id) from (
        select id from media_log where media_file_id = ${mediaFileId} order by id desc limit ${LINES_KEPT}
      ) kept
    )
  `)
}

/** The last lines of what was said about a file, oldest first. */
export const logOf = (db: Queryable, mediaFileId: string) =>
  db.many(
    z.object({ at: z.string(), attempt: z.number().nullable(), line: z.string() }).transform((row): LogLine => row),
    sql`
      select at, attempt, line from (
        select id, at, attempt, line from media_log where media_file_id = ${mediaFileId} order by id desc
        limit ${LINES_KEPT}
      ) tail
      order by id
    `,
  )
