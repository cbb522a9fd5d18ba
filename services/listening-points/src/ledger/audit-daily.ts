import { connect, type Db, inTransaction } from '@griot/service-kit/db'
import type { Log } from '@griot/service-kit/log'
import type { Metrics } from '@griot/service-kit/metrics/metrics'
import { auditLedger, type Finding } from './audit.ts'
import { beginAudit, beginAuditIfDue, endAudit, lastAudit } from './audits.queries.ts'

// The first look comes after this time, too: whoever has just started has something better to do.
const LOOK_MS = 10 * 60_000

/** Audits the ledger and writes down what came of it. */
export const auditAndNote = async (db: Db, begun?: string): Promise<Finding[]> => {
  const id = begun ?? (await beginAudit(db))
  const findings = await auditLedger(db)
  await endAudit(db, id, findings.length)
  return findings
}

export interface DailyOptions {
  db: Db
  databaseUrl: string
  log: Log
}

/** Audits the ledger if nobody has done so for a day. Answers whether it did. */
export const auditIfDue = async ({ db, databaseUrl, log }: DailyOptions): Promise<boolean> => {
  const id = await inTransaction(db, beginAuditIfDue)
  if (id === undefined) return false
  // Reads everything there is, so it takes its time, and no connection that people wait for.
  const patient = connect({ url: databaseUrl, log, max: 1, statementTimeoutMs: 0 })
  try {
    for (const { promise, differences } of await auditAndNote(patient, id)) {
      log.error({ promise, differences: differences.slice(0, 3) }, 'ledger promise broken')
    }
    log.info({ auditId: id }, 'ledger audited')
    return true
  } finally {
    await patient.close()
  }
}

/** Once a day, in one of the copies, whichever comes first. */
export const auditDaily = (options: DailyOptions) => {
  const look = () => {
    auditIfDue(options).catch((error: unknown) => options.log.warn({ err: error }, 'ledger audit waits'))
  }
  const repeated = setInterval(look, LOOK_MS)
  return { close: () => clearInterval(repeated) }
}

/** Whether every promise of the ledger held when it was last audited. */
export const watchAudits = (metrics: Metrics, db: Db) =>
  metrics.watch(
    {
      griot_ledger_audit_broken: 'Promises of the ledger that did not hold at the last audit',
      griot_ledger_audit_age_seconds: 'Since the last audit ended',
    },
    async () => {
      const last = await lastAudit(db)
      if (last === undefined) return []
      return [
        { gauge: 'griot_ledger_audit_broken', value: last.broken },
        { gauge: 'griot_ledger_audit_age_seconds', value: last.age },
      ]
    },
  )
