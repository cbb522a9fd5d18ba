import { type Queryable, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { CHECKS } from './audit.queries.ts'

const Difference = z.object({ what: z.string(), expected: z.string().nullable(), found: z.string().nullable() })
type Difference = z.infer<typeof Difference>

export interface Finding {
  promise: string
  differences: Difference[]
}

const SHOWN = 20

/** Recomputes all stored sums from the entries. Returns the promises that do not hold. */
export const auditLedger = async (db: Queryable): Promise<Finding[]> => {
  const findings: Finding[] = []
  for (const { promise, broken } of CHECKS) {
    const differences = await db.many(Difference, sql`${broken} limit ${SHOWN}`)
    if (differences.length > 0) findings.push({ promise, differences })
  }
  return findings
}
