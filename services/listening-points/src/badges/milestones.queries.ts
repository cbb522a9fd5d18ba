import { type Queryable, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'

/**
 * The number of consecutive days (UTC) on which the user listened, up to today, or up to yesterday while today is not
 * over. At most `most`.
 */
export const readDayStreak = async (db: Queryable, userId: string, most: number) => {
  const { days } = await db.one(
    z.object({ days: z.number() }),
    sql`
      with heard as (
        select distinct (started_at at time zone 'UTC')::date as day, clock.day as today
        from (select (wall_clock() at time zone 'UTC')::date as day) clock
        join listening_session on user_id = ${userId} and heard_seconds > 0
          and started_at >= (clock.day - ${most}::int)::timestamp at time zone 'UTC'
      ), numbered as (
        -- Consecutive days, counted back from the newest, all yield the newest.
        select day + (row_number() over (order by day desc))::int - 1 as last, max(day) over () as newest, today from heard
      )
      select least(count(*), ${most})::int as days from numbered where last = newest and newest >= today - 1
    `,
  )
  return days
}
