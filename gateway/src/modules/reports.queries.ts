import { VersionHealth } from '@griot/contracts/module-registry'
import { type Queryable, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'

export interface Report {
  module: string
  version: string
  visitor: string
  loaded: boolean
  failed: boolean
  tampered: boolean
  /** It loaded but rendered nothing. */
  stalled: boolean
  /** One of its API calls returned 5xx. */
  faulty: boolean
  loadMs: number | null
}

/** Merges all reports of a visitor within five minutes into one row, so that each visitor counts once. */
export const saveReport = (db: Queryable, report: Report) =>
  db.run(sql`
    insert into module_report (period, module, version, visitor, loaded, failed, tampered, stalled, faulty, load_ms)
    values (
      date_bin('5 minutes', clock_timestamp(), timestamptz 'epoch'),
      ${report.module}, ${report.version}, ${report.visitor}, ${report.loaded}, ${report.failed},
      ${report.tampered}, ${report.stalled}, ${report.faulty}, ${report.loadMs}
    )
    on conflict (period, module, version, visitor) do update set
      loaded = module_report.loaded or excluded.loaded,
      failed = module_report.failed or excluded.failed,
      tampered = module_report.tampered or excluded.tampered,
      stalled = module_report.stalled or excluded.stalled,
      faulty = module_report.faulty or excluded.faulty,
      load_ms = coalesce(module_report.load_ms, excluded.load_ms)
  `)

const Health = VersionHealth.extend({ tamperedSessions: z.number() })
export type Health = z.output<typeof Health>

/** Session counts of each version in the current and the previous period of five minutes. */
export const readHealth = (db: Queryable) =>
  db.many(
    Health,
    sql`
      select module, version,
        count(distinct visitor) as sessions,
        count(distinct visitor) filter (where failed) as "failedSessions",
        count(distinct visitor) filter (where tampered) as "tamperedSessions",
        count(distinct visitor) filter (where stalled) as "stalledSessions",
        count(distinct visitor) filter (where faulty) as "faultySessions",
        percentile_cont(0.75) within group (order by load_ms) as "loadP75"
      from module_report
      where period >= date_bin('5 minutes', clock_timestamp(), timestamptz 'epoch') - interval '5 minutes'
      group by module, version
      order by module, version
    `,
  )

const Version = z.object({ version: z.string() }).transform(({ version }) => version)

/** The versions that tabs ran within a day, as `module@version`. */
export const readLiveVersions = (db: Queryable) =>
  db.many(
    Version,
    sql`
      select distinct module || '@' || version as version from module_report
      where period > clock_timestamp() - interval '24 hours'
    `,
  )

export const readLiveShells = async (db: Queryable) =>
  (await readLiveVersions(db)).flatMap((name) => (name.startsWith('shell@') ? [name.slice('shell@'.length)] : []))

export const deleteOldReports = (db: Queryable) =>
  db.run(sql`delete from module_report where period < clock_timestamp() - interval '25 hours'`)
