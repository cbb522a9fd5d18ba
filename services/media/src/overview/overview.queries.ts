import { type Queryable, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'

/** The uploaded files of all users. */
export const sumFiles = (db: Queryable) =>
  db.one(
    z.object({ files: z.number(), usedBytes: z.number() }),
    sql`
      select count(*) as files, coalesce(sum(size_bytes), 0)::bigint as "usedBytes"
      from media_file where deleted_at is null
    `,
  )
