import { connect } from '@griot/service-kit/db'
import { createLog } from '@griot/service-kit/log'
import { commandConfig } from '../config.ts'
import { auditAndNote } from '../ledger/audit-daily.ts'

/** `npm run ledger:audit`: ends with 1 when anything differs from what the entries say. */
const db = connect({
  url: commandConfig().DATABASE_URL,
  log: createLog('ledger-audit', 'warn'),
  max: 1,
  statementTimeoutMs: 0,
})
try {
  const findings = await auditAndNote(db)
  for (const { promise, differences } of findings) {
    process.stdout.write(`Not true: ${promise}.\n`)
    for (const { what, expected, found } of differences) {
      process.stdout.write(`  ${what}: expected ${expected}, found ${found}\n`)
    }
  }
  if (findings.length === 0) process.stdout.write('Everything follows from the ledger.\n')
  else process.exitCode = 1
} finally {
  await db.close()
}
