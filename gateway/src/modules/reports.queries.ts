import { VersionHealth } from '@griot/contracts/module-registry'
import { type Queryable, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { MAX_ADDRESS_WEIGHT } from './rollback-policy.ts'

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
  /** From 0 to 1; see rollback-policy.ts. */
  weight: number
  addressHash: string
}

/** Merges all reports of a visitor within five minutes into one row, so that each visitor counts once. */
export const saveReport = (db: Queryable, report: Report) =>
  db.run(sql`
    insert into module_report (period, module, version, visitor, loaded, failed, tampered, stalled, faulty, load_ms, weight,
      address_hash)
    values (
      date_bin('5 minutes', clock_timestamp(), timestamptz 'epoch'),
      ${report.module}, ${report.version}, ${report.visitor}, ${report.loaded}, ${report.failed},
      ${report.tampered}, ${report.stalled}, ${report.faulty}, ${report.loadMs}, ${report.weight},
      ${report.addressHash}
    )
    on conflict (period, module, version, visitor) do update set
      loaded = module_report.loaded or excluded.loaded,
      failed = module_report.failed or excluded.failed,
      tampered = module_report.tampered or excluded.tampered,
      stalled = module_report.stalled or excluded.stalled,
      faulty = module_report.faulty or excluded.faulty,
      load_ms = coalesce(module_report.load_ms, excluded.load_ms),
      weight = greatest(module_report.weight, excluded.weight)
  `)

const Health = VersionHealth.extend({
  tamperedSessions: z.number(),
  weight: z.number(),
  failedWeight: z.number(),
})
export type Health = z.output<typeof Health>

/**
 * Session counts of each version in the current and the previous period of five minutes, without those of weight 0. The
 * weights of one address are reduced so that their sum is at most `MAX_ADDRESS_WEIGHT`.
 */
export const readHealth = (db: Queryable) =>
  db.many(
    Health,
    sql`
      select module, version,
        count(*) as sessions,
        count(*) filter (where failed or tampered) as "failedSessions",
        count(*) filter (where tampered) as "tamperedSessions",
        count(*) filter (where stalled) as "stalledSessions",
        count(*) filter (where faulty) as "faultySessions",
        sum(reduced)::float8 as weight,
        coalesce(sum(reduced) filter (where failed), 0)::float8 as "failedWeight",
        percentile_cont(0.75) within group (order by load_ms) as "loadP75"
      from (
        select *, weight * least(
          1, ${MAX_ADDRESS_WEIGHT}::float8 / sum(weight) over (partition by module, version, address)
        ) as reduced
        from (
          select module, version, bool_or(failed) as failed, bool_or(tampered) as tampered, bool_or(stalled) as stalled,
            bool_or(faulty) as faulty, max(weight)::float8 as weight, min(load_ms) as load_ms,
            coalesce(max(address_hash), visitor) as address
          from module_report
          where period >= date_bin('5 minutes', clock_timestamp(), timestamptz 'epoch') - interval '5 minutes'
            and weight > 0
          group by module, version, visitor
        ) session
      ) counted
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
