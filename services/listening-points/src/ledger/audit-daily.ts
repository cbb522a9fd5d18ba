import { connect, type Db, inTransaction } from '@griot/service-kit/db/db'
import type { Log } from '@griot/service-kit/log/log'
import type { Metrics } from '@griot/service-kit/metrics/metrics'
import { auditLedger, type Finding } from './audit.ts'
import { beginAudit, beginAuditIfDue, endAudit, lastAudit } from './audits.queries.ts'
import { fillEarlierRows } from './fill-earlier-rows.ts'
import { reportAge, reportUnusualEarners } from './unusual-earners.queries.ts'

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

/** The work reads all rows: it has no timeout and uses no connection of the pool. */
const withOwnConnection = async <Result>({ databaseUrl, log }: DailyOptions, work: (db: Db) => Promise<Result>) => {
  const connection = connect({ url: databaseUrl, log, max: 1, statementTimeoutMs: 0 })
  try {
    return await work(connection)
  } finally {
    await connection.close()
  }
}

/** Audits the ledger if the last audit is a day old. Returns whether it did. */
export const auditIfDue = async (options: DailyOptions): Promise<boolean> => {
  const id = await inTransaction(options.db, beginAuditIfDue)
  if (id === undefined) return false
  const { log } = options
  await withOwnConnection(options, async (db) => {
    await fillEarlierRows(db)
    for (const { rule, differences } of await auditAndStore(db, id)) {
      log.error({ rule, differences: differences.slice(0, 3) }, 'ledger differs from its entries')
    }
  })
  log.info({ auditId: id }, 'ledger audited')
  return true
}

/** Reports unusual earners if the last report is a day old. Does not depend on the audit of the ledger. */
export const reportEarnersIfDue = async (options: DailyOptions) => {
  const reported = await withOwnConnection(options, (db) => inTransaction(db, reportUnusualEarners))
  if (reported !== undefined) options.log.info({ reported }, 'unusual earners reported')
}

/** Audits the ledger and reports unusual earners once a day, in one of the instances. */
export const auditDaily = (options: DailyOptions) => {
  const { log } = options
  const check = () => {
    auditIfDue(options).catch((error: unknown) => log.warn({ err: error }, 'ledger audit failed, will retry'))
    reportEarnersIfDue(options).catch((error: unknown) =>
      log.warn({ err: error }, 'report of unusual earners failed, will retry'),
    )
  }
  const repeated = setInterval(check, CHECK_MS)
  return { close: () => clearInterval(repeated) }
}

/** Gauges of the last audit and of the last report of unusual earners. */
export const watchAudits = (metrics: Metrics, db: Db) =>
  metrics.watch(
    {
      griot_ledger_audit_broken: 'Rules of the ledger that the data violated at the last audit',
      griot_ledger_audit_age_seconds: 'Since the last audit ended',
      griot_earner_report_age_seconds: 'Since the last report of unusual earners',
    },
    async () => {
      const [age, last] = await Promise.all([reportAge(db), lastAudit(db)])
      return [
        ...(age === undefined ? [] : [{ gauge: 'griot_earner_report_age_seconds', value: age } as const]),
        ...(last === undefined
          ? []
          : [
              { gauge: 'griot_ledger_audit_broken', value: last.broken } as const,
              { gauge: 'griot_ledger_audit_age_seconds', value: last.age } as const,
            ]),
      ]
    },
  )
