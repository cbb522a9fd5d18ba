import type { TypesCompared } from '@griot/contracts/module-registry'
import type { Compared } from '@griot/module-registry/checks/types'
import { type Queryable, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'

type Version = TypesCompared['other']

const Row = z.object({ module: z.string(), version: z.string(), shell: z.string(), complaint: z.string().nullable() })

/** Exactly one of the two versions is a shell. */
export const insertComparison = (db: Queryable, own: Version, { other, complaint }: TypesCompared, by: string) => {
  const [shell, { module, version }] = own.module === 'shell' ? [own.version, other] : [other.version, own]
  return db.run(sql`
    insert into types_compared (module, version, shell, complaint, told_by)
    values (${module}, ${version}, ${shell}, ${complaint}, ${by})
    on conflict (module, version, shell) do update
    set complaint = excluded.complaint, told_by = excluded.told_by, told_at = clock_timestamp()
  `)
}

export const readComparisons = async (db: Queryable, { module, version }: Version): Promise<Compared> => {
  const isShell = module === 'shell'
  const rows = await db.many(
    Row,
    sql`
      select module, version, shell, complaint from types_compared
      where (${isShell} and shell = ${version})
        or (not ${isShell} and module = ${module} and version = ${version})
    `,
  )
  return new Map(rows.map((row) => [isShell ? `${row.module}@${row.version}` : `shell@${row.shell}`, row.complaint]))
}

/** Versions of this age were removed. A version that is deployed again is compared again. */
export const deleteOldComparisons = (db: Queryable) =>
  db.run(sql`delete from types_compared where told_at < clock_timestamp() - interval '400 days'`)
