import { connect, type Db, inTransaction } from '@griot/service-kit/db/db'
import type { Log } from '@griot/service-kit/log/log'
import type { Metrics } from '@griot/service-kit/metrics/metrics'
import { auditLedger, type Finding } from './audit.ts'
import { beginAudit, beginAuditIfDue, endAudit, lastAudit } from './audits.queries.ts'
import { fillEarlierRows } from './fill-earlier-rows.ts'
import { reportUnusualEarners } from './unusual-earners.queries.ts'

// The first check also waits for this time, so that it does not slow down the start.
const CHECK_MS = 10 * 60_000

/** Audits the ledger and stores the result. */
export const auditAndStore = async (db: Db, begun?: string): Promise<Finding[]> => {
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

/** Audits the ledger if the last audit is a day old, and reports unusual earners. Returns whether it did. */
export const auditIfDue = async ({ db, databaseUrl, log }: DailyOptions): Promise<boolean> => {
  const id = await inTransaction(db, beginAuditIfDue)
  if (id === undefined) return false
  // The audit reads all rows: it has no timeout and uses no connection of the pool.
  const connection = connect({ url: databaseUrl, log, max: 1, statementTimeoutMs: 0 })
  try {
    await fillEarlierRows(connection)
    for (const { promise, differences } of await auditAndStore(connection, id)) {
      log.error({ promise, differences: differences.slice(0, 3) }, 'ledger differs from its entries')
    }
    const unusualEarners = await reportUnusualEarners(connection)
    log.info({ auditId: id, unusualEarners }, 'ledger audited')
    return true
  } finally {
    await connection.close()
  }
}

/** Audits once a day, in one of the instances. */
export const auditDaily = (options: DailyOptions) => {
  const check = () => {
    auditIfDue(options).catch((error: unknown) => options.log.warn({ err: error }, 'ledger audit failed, will retry'))
  }
  const repeated = setInterval(check, CHECK_MS)
  return { close: () => clearInterval(repeated) }
}

/** Gauges of the last audit. */
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
