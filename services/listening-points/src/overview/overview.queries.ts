import type { ListeningCounts } from '@griot/contracts/overview'
import { type Queryable, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'

const Counts = z.object({
  listens: z.number(),
  listensBefore: z.number(),
  listeners: z.number(),
  listenersBefore: z.number(),
})

/** The listening sessions that started in the last 24 hours and in the 24 hours before, and their listeners. */
export const countListening = async (db: Queryable): Promise<ListeningCounts> => {
  // Groups by listener first: `count(distinct …)` sorts all sessions.
  const counts = await db.one(
    Counts,
    sql`
      select coalesce(sum(now), 0) as listens, coalesce(sum(before), 0) as "listensBefore",
        count(*) filter (where now > 0) as listeners, count(*) filter (where before > 0) as "listenersBefore"
      from (
        select count(*) filter (where started_at > (select wall_clock()) - interval '24 hours') as now,
          count(*) filter (where started_at <= (select wall_clock()) - interval '24 hours') as before
        from listening_session
        where started_at > (select wall_clock()) - interval '48 hours'
        group by user_id
      ) listener
    `,
  )
  return {
    listens: { now: counts.listens, before: counts.listensBefore },
    listeners: { now: counts.listeners, before: counts.listenersBefore },
  }
}
