import { type Queryable, sql } from '@griot/service-kit/db'
import { z } from 'zod'

export interface Draft {
  module: string
  draft: string
}

const Version = z.object({ version: z.string() }).transform(({ version }) => version)

export const moveDraft = (db: Queryable, { module, draft }: Draft, version: string, by: string) =>
  db.run(sql`
    insert into module_draft (module, draft, version, moved_by) values (${module}, ${draft}, ${version}, ${by})
    on conflict (module, draft) do update
    set version = excluded.version, moved_by = excluded.moved_by, moved_at = clock_timestamp()
  `)

export const readDraft = async (db: Queryable, { module, draft }: Draft): Promise<string | null> =>
  (await db.maybeOne(Version, sql`select version from module_draft where module = ${module} and draft = ${draft}`)) ??
  null

const InPreview = z.object({ module: z.string() }).transform(({ module }) => module)

/** The modules of which a branch brings its own version. */
export const readPreview = (db: Queryable, preview: string) =>
  db.many(InPreview, sql`select module from module_draft where draft = ${preview} order by module`)

const Listed = z
  .object({ module: z.string(), draft: z.string(), version: z.string(), moved_by: z.string(), moved_at: z.string() })
  .transform(({ moved_by, moved_at, ...row }) => ({ ...row, by: moved_by, at: moved_at }))

/** All that there are, the one that moved last first. */
export const listDrafts = (db: Queryable) =>
  db.many(Listed, sql`select module, draft, version, moved_by, moved_at from module_draft order by moved_at desc`)

/** A developer's own that stood still for longer than any link to it lasts, and a branch that nobody builds any more. */
export const deleteOldDrafts = (db: Queryable) =>
  db.run(sql`
    delete from module_draft
    where moved_at < clock_timestamp() - case when draft like 'preview-%' then interval '14 days' else interval '1 day' end
  `)
