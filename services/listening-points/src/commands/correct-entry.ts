import { connect } from '@griot/service-kit/db/db'
import { AppError } from '@griot/service-kit/http/errors'
import { createLog } from '@griot/service-kit/log/log'
import { z } from 'zod'
import { commandConfig } from '../config.ts'
import { correctEntry } from '../ledger/correct-entry.ts'

/** `npm run ledger:correct -- <user id> <entry id> <reason>`: reverses an entry by a second one. */
const given = z.tuple([z.uuid(), z.uuid(), z.string().trim().min(1).max(200)]).safeParse(process.argv.slice(2))
if (!given.success) {
  process.stderr.write(
    'Usage: npm run ledger:correct -- <user id> <entry id> "<reason, as the listener will read it>"\n',
  )
  process.exit(2)
}
const [userId, entryId, why] = given.data
const db = connect({ url: commandConfig().DATABASE_URL, log: createLog('ledger-correct', 'warn'), max: 1 })
try {
  const points = await correctEntry(db, userId, entryId, why)
  process.stdout.write(`Entry ${entryId} of ${userId} is reversed: ${points} points.\n`)
} catch (error) {
  if (!(error instanceof AppError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
} finally {
  await db.close()
}
