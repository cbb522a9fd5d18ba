import { connect } from '@griot/service-kit/db/db'
import { createLog } from '@griot/service-kit/log/log'
import { commandConfig } from '../config.ts'
import { settleSessions } from '../listening/settle-sessions.ts'

/** `npm run ledger:settle`: ends open sessions that an earlier release cannot end. */
const db = connect({ url: commandConfig().DATABASE_URL, log: createLog('ledger-settle', 'warn'), max: 1 })
try {
  process.stdout.write(`${await settleSessions(db)} sessions are settled.\n`)
} finally {
  await db.close()
}
