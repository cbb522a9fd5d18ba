import { TimelineEntry } from '@griot/contracts/media'
import { type Queryable, type Sql, sql } from '@griot/service-kit/db'
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

/** Writes one step for each row of `files`, a query (perhaps an update) that answers `id` and `revision`. */
export const withStep = (files: Sql, { kind, attempt, sentence, technical }: Step) => sql`
  with file as (${files})
  insert into media_step (media_file_id, revision, kind, attempt, sentence, technical)
  select
    file.id, file.revision, ${kind}, ${attempt ?? null}::smallint, ${sentence ?? null},
    ${technical === undefined ? null : storable(technical)}
  from file
`

/** All that happened to a file, oldest first. */
export const timelineOf = (db: Queryable, mediaFileId: string, { isTechnical }: { isTechnical: boolean }) =>
  db.many(
    z
      .object({ ...TimelineEntry.shape, at: z.string() })
      .transform((row): TimelineEntry => ({ ...row, technical: isTechnical ? row.technical : null })),
    sql`select kind, at, attempt, sentence, technical from media_step where media_file_id = ${mediaFileId} order by id`,
  )
