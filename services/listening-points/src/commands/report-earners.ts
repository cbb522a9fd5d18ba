import { connect, inTransaction } from '@griot/service-kit/db/db'
import { createLog } from '@griot/service-kit/log/log'
import { commandConfig } from '../config.ts'
import { reportUnusualEarners } from '../ledger/unusual-earners.queries.ts'

/** `npm run points:report`: reports unusual earners now, instead of a day after the last report. */
const db = connect({
  url: commandConfig().DATABASE_URL,
  log: createLog('points-report', 'warn'),
  max: 1,
  statementTimeoutMs: 0,
})
try {
  const reported = await inTransaction(db, (tx) => reportUnusualEarners(tx, { isForced: true }))
  process.stdout.write(reported === undefined ? 'Another report is running.\n' : `New reports: ${reported}.\n`)
} finally {
  await db.close()
}
