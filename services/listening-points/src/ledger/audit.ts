import { type Queryable, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { CHECKS } from './audit.queries.ts'

const Difference = z.object({ what: z.string(), expected: z.string().nullable(), found: z.string().nullable() })
type Difference = z.infer<typeof Difference>

export interface Finding {
  rule: string
  differences: Difference[]
}

const SHOWN = 20

/** Recomputes all stored sums from the entries. Returns the violated rules. */
export const auditLedger = async (db: Queryable): Promise<Finding[]> => {
  const findings: Finding[] = []
  for (const { rule, broken } of CHECKS) {
    const differences = await db.many(Difference, sql`${broken} limit ${SHOWN}`)
    if (differences.length > 0) findings.push({ rule, differences })
  }
  return findings
}
