import { type Queryable, sql } from '@griot/service-kit/db'
import { z } from 'zod'

export interface Draft {
  module: string
  draft: string
}

const Moved = z.object({ version: z.string() }).transform((row) => row)

export const moveDraft = (db: Queryable, { module, draft }: Draft, version: string, by: string) =>
  db.run(sql`
    insert into module_draft (module, draft, version, moved_by) values (${module}, ${draft}, ${version}, ${by})
    on conflict (module, draft) do update
    set version = excluded.version, moved_by = excluded.moved_by, moved_at = clock_timestamp()
  `)

export const readDraft = async (db: Queryable, { module, draft }: Draft): Promise<string | null> => {
  const row = await db.maybeOne(
    Moved,
    sql`select version from module_draft where module = ${module} and draft = ${draft}`,
  )
  return row?.version ?? null
}

/** A draft that stood still for longer than any link to it lasts. */
export const deleteOldDrafts = (db: Queryable) =>
  db.run(sql`delete from module_draft where moved_at < clock_timestamp() - interval '1 day'`)
