import { type Queryable, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'

/** The users who were blocked within the last minute. */
export const listJustBlocked = async (db: Queryable) => {
  const users = await db.many(
    z.object({ id: z.string() }),
    sql`select id from user_account where blocked_at > clock_timestamp() - interval '1 minute'`,
  )
  return users.map(({ id }) => id)
}
