import { DayCounts } from '@griot/contracts/overview'
import { type Queryable, type Sql, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'

const DAY_AGO = sql`now() - interval '24 hours'`
const TWO_DAYS_AGO = sql`now() - interval '48 hours'`

const countDays = (db: Queryable, sum: Sql, time: Sql, table: Sql) =>
  db.one(
    DayCounts,
    sql`
      select coalesce(${sum} filter (where ${time} > ${DAY_AGO}), 0) as now,
        coalesce(${sum} filter (where ${time} <= ${DAY_AGO}), 0) as before
      from ${table} where ${time} > ${TWO_DAYS_AGO}
    `,
  )

export const countSignUps = (db: Queryable) => countDays(db, sql`count(*)`, sql`created_at`, sql`user_account`)

export const countFailedResponses = (db: Queryable) =>
  countDays(db, sql`sum(responses)`, sql`hour`, sql`response_error`)

/** Different errors of modules that occurred in the last 24 hours. */
export const countModuleErrors = async (db: Queryable) => {
  const { errors } = await db.one(
    z.object({ errors: z.number() }),
    sql`select count(*) as errors from module_error where last_at > ${DAY_AGO}`,
  )
  return errors
}

/** Adds to the current hour, to which other instances add as well. */
export const addFailedResponses = (db: Queryable, responses: number) =>
  db.run(sql`
    insert into response_error (hour, responses) values (date_trunc('hour', clock_timestamp()), ${responses})
    on conflict (hour) do update set responses = response_error.responses + excluded.responses
  `)

export const deleteOldResponseErrors = (db: Queryable) =>
  db.run(sql`delete from response_error where hour < clock_timestamp() - interval '7 days'`)
