import { type Queryable, sql } from '@griot/service-kit/db/db'
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

/** The modules that have a version in a preview. */
export const readPreview = (db: Queryable, preview: string) =>
  db.many(InPreview, sql`select module from module_draft where draft = ${preview} order by module`)

const Listed = z.object({ module: z.string(), draft: z.string(), version: z.string(), by: z.string(), at: z.string() })

export const listDrafts = (db: Queryable) =>
  db.many(
    Listed,
    sql`select module, draft, version, moved_by as by, moved_at as at from module_draft order by moved_at desc`,
  )

/** A draft that is older than any link to it, and a preview whose branch is no longer built. */
export const deleteOldDrafts = (db: Queryable) =>
  db.run(sql`
    delete from module_draft
    where moved_at < clock_timestamp() - case when draft like 'preview-%' then interval '14 days' else interval '1 day' end
  `)
