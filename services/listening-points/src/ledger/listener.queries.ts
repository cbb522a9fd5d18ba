import { type Queryable, sql } from '@griot/service-kit/db'
import { clock } from '../clock.ts'

/** A row for someone who has never been here. */
export const createListener = (db: Queryable, userId: string) =>
  db.run(sql`
    insert into listener (user_id, week, pledge_day) select ${userId}::uuid, week, day from ${clock} clock
    on conflict (user_id) do nothing
  `)
