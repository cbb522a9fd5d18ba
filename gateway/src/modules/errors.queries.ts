import { VersionError } from '@griot/contracts/module-registry'
import { type Queryable, sql } from '@griot/service-kit/db/db'

export interface ReportedError {
  module: string
  version: string
  fingerprint: string
  message: string
  stack: string | null
  page: string
  incident: string | null
}

/** A version with a message that differs each time must not fill the table. */
const MAX_PER_VERSION = 100

export const saveError = (db: Queryable, error: ReportedError) =>
  db.run(sql`
    insert into module_error (module, version, fingerprint, message, stack, page, incident)
    select ${error.module}, ${error.version}, ${error.fingerprint}, ${error.message}, ${error.stack}, ${error.page},
      ${error.incident}
    where (
      select count(*) filter (where fingerprint <> ${error.fingerprint}) < ${MAX_PER_VERSION} from module_error
      where module = ${error.module} and version = ${error.version}
    )
    on conflict (module, version, fingerprint) do update set
      occurrences = module_error.occurrences + 1,
      page = excluded.page,
      incident = coalesce(excluded.incident, module_error.incident),
      last_at = clock_timestamp()
  `)

/** Newest first. */
export const listErrors = (db: Queryable, module: string, limit: number) =>
  db.many(
    VersionError,
    sql`
      select version, message, stack, page, incident, occurrences, first_at as "firstAt", last_at as "lastAt"
      from module_error where module = ${module} order by last_at desc limit ${limit}
    `,
  )

export const deleteOldErrors = (db: Queryable) =>
  db.run(sql`delete from module_error where last_at < clock_timestamp() - interval '30 days'`)
