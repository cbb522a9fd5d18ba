import type { VersionName } from '@griot/contracts/module-address'
import { type Queryable, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'

/** The result of the last browser check of a version replaces the one before. */
export const saveVerdict = (db: Queryable, { module, version }: VersionName, problems: readonly string[], by: string) =>
  db.run(sql`
    insert into browser_verdict (module, version, problems, saved_by)
    values (${module}, ${version}, ${[...problems]}, ${by})
    on conflict (module, version) do update
    set problems = excluded.problems, saved_by = excluded.saved_by, saved_at = clock_timestamp()
  `)

const Row = z.object({ problems: z.array(z.string()) }).transform(({ problems }) => problems)

/** The problems that the browser check found; undefined if the version was not tested. */
export const readVerdict = (db: Queryable, { module, version }: VersionName) =>
  db.maybeOne(Row, sql`select problems from browser_verdict where module = ${module} and version = ${version}`)

/** Versions of this age were removed. A version that is deployed again is tested again. */
export const deleteOldVerdicts = (db: Queryable) =>
  db.run(sql`delete from browser_verdict where saved_at < clock_timestamp() - interval '400 days'`)
