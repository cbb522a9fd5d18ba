import { sql } from '@griot/service-kit/db'

/** A row `now, week, day`: this moment, its week's Monday and its day (UTC), by the database's clock. */
export const clock = sql`(
  select now, date_trunc('week', now at time zone 'UTC')::date as week, (now at time zone 'UTC')::date as day
  from (select wall_clock() as now) reading
)`
