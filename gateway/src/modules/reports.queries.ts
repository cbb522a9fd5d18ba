import { VersionHealth } from '@griot/contracts/module-registry'
import { type Queryable, sql } from '@griot/service-kit/db'
import { z } from 'zod'

export interface Report {
  module: string
  version: string
  visitor: string
  loaded: boolean
  failed: boolean
  tampered: boolean
  /** It had come, and showed nothing. */
  stalled: boolean
  /** A call of it was answered 5xx. */
  faulty: boolean
  loadMs: number | null
}

/** What a visitor says again in the same five minutes is added to what they said, and counts as one. */
export const saveReport = (
  db: Queryable,
  { module, version, visitor, loaded, failed, tampered, stalled, faulty, loadMs }: Report,
) =>
  db.run(sql`
    insert into module_report (period, module, version, visitor, loaded, failed, tampered, stalled, faulty, load_ms)
    values (
      date_bin('5 minutes', clock_timestamp(), timestamptz 'epoch'),
      ${module}, ${version}, ${visitor}, ${loaded}, ${failed}, ${tampered}, ${stalled}, ${faulty},
      ${loadMs}
    )
    on conflict (period, module, version, visitor) do update set
      loaded = module_report.loaded or excluded.loaded,
      failed = module_report.failed or excluded.failed,
      tampered = module_report.tampered or excluded.tampered,
      stalled = module_report.stalled or excluded.stalled,
      faulty = module_report.faulty or excluded.faulty,
      load_ms = coalesce(module_report.load_ms, excluded.load_ms)
  `)

const Health = z
  .object({
    module: z.string(),
    version: z.string(),
    sessions: z.number(),
    failed_sessions: z.number(),
    tampered_sessions: z.number(),
    stalled_sessions: z.number(),
    faulty_sessions: z.number(),
    load_p75: z.number().nullable(),
  })
  .transform((row) => ({
    ...VersionHealth.parse({
      module: row.module,
      version: row.version,
      sessions: row.sessions,
      failedSessions: row.failed_sessions,
      stalledSessions: row.stalled_sessions,
      faultySessions: row.faulty_sessions,
      loadP75: row.load_p75,
    }),
    tamperedSessions: row.tampered_sessions,
  }))
export type Health = z.output<typeof Health>

/** How each version does, over the running five minutes and the five before. */
export const readHealth = (db: Queryable) =>
  db.many(
    Health,
    sql`
      select module, version,
        count(distinct visitor) as sessions,
        count(distinct visitor) filter (where failed) as failed_sessions,
        count(distinct visitor) filter (where tampered) as tampered_sessions,
        count(distinct visitor) filter (where stalled) as stalled_sessions,
        count(distinct visitor) filter (where faulty) as faulty_sessions,
        percentile_cont(0.75) within group (order by load_ms) as load_p75
      from module_report
      where period >= date_bin('5 minutes', clock_timestamp(), timestamptz 'epoch') - interval '5 minutes'
      group by module, version
      order by module, version
    `,
  )

const Version = z.object({ version: z.string() }).transform(({ version }) => version)

export const readLiveShells = (db: Queryable) =>
  db.many(
    Version,
    sql`
      select distinct version from module_report
      where module = 'shell' and period > clock_timestamp() - interval '24 hours'
    `,
  )

/** Every version that a tab has run, as `module@version`. */
export const readLiveVersions = (db: Queryable) =>
  db.many(
    Version,
    sql`
      select distinct module || '@' || version as version from module_report
      where period > clock_timestamp() - interval '24 hours'
    `,
  )

export const deleteOldReports = (db: Queryable) =>
  db.run(sql`delete from module_report where period < clock_timestamp() - interval '25 hours'`)
