import { connect } from '@griot/service-kit/db/db'
import { createLog } from '@griot/service-kit/log/log'
import { commandConfig } from '../config.ts'
import { auditAndStore } from '../ledger/audit-daily.ts'

/** `npm run ledger:audit`: exits with 1 if stored sums differ from the entries. */
const db = connect({
  url: commandConfig().DATABASE_URL,
  log: createLog('ledger-audit', 'warn'),
  max: 1,
  statementTimeoutMs: 0,
})
try {
  const findings = await auditAndStore(db)
  for (const { rule, differences } of findings) {
    process.stdout.write(`Not true: ${rule}.\n`)
    for (const { what, expected, found } of differences) {
      process.stdout.write(`  ${what}: expected ${expected}, found ${found}\n`)
    }
  }
  if (findings.length === 0) process.stdout.write('All sums agree with the ledger.\n')
  else process.exitCode = 1
} finally {
  await db.close()
}
