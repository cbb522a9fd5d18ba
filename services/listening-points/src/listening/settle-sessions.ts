import { type Db, inTransaction, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { closeSilent } from './end-session.ts'

/**
 * Ends all open sessions whose minutes have been credited in part, with the proof of their heartbeats. An instance of a
 * release without such credits cannot end them. Players start a new session. Returns their number.
 */
export const settleSessions = async (db: Db): Promise<number> => {
  const keys = await db.many(
    z.object({ userId: z.string(), sessionId: z.string() }),
    sql`
      select user_id as "userId", id as "sessionId" from listening_session where ended_at is null and has_early_credit
    `,
  )
  let settled = 0
  for (const key of keys) {
    if (await inTransaction(db, (tx) => closeSilent(tx, key))) settled += 1
  }
  return settled
}
