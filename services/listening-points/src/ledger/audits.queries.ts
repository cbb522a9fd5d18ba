import { type Queryable, sql, type Tx } from '@griot/service-kit/db/db'
import { z } from 'zod'

const Begun = z.object({ id: z.string() })

export const beginAudit = async (db: Queryable) =>
  (await db.one(Begun, sql`insert into ledger_audit default values returning id`)).id

export const endAudit = (db: Queryable, id: string, broken: number) =>
  db.run(sql`update ledger_audit set ended_at = clock_timestamp(), broken = ${broken} where id = ${id}`)

const ONE_AT_A_TIME = 7_250_311

/**
 * Starts an audit if the last one ended a day ago and none is running; otherwise returns undefined. An audit that has
 * not ended after six hours was interrupted. Only one of several instances starts one.
 */
export const beginAuditIfDue = async (tx: Tx) => {
  await tx.run(sql`select pg_advisory_xact_lock(${ONE_AT_A_TIME})`)
  const started = await tx.maybeOne(
    Begun,
    sql`
      insert into ledger_audit (id)
      select gen_random_uuid() where not exists (
        select from ledger_audit
        where ended_at > clock_timestamp() - interval '1 day'
          or (ended_at is null and began_at > clock_timestamp() - interval '6 hours')
      )
      returning id
    `,
  )
  return started?.id
}

const LastAudit = z.object({ broken: z.number(), age: z.number() })

/** `age` in seconds. */
export const lastAudit = (db: Queryable) =>
  db.maybeOne(
    LastAudit,
    sql`
      select broken, extract(epoch from clock_timestamp() - ended_at)::float8 as age
      from ledger_audit where ended_at is not null order by ended_at desc limit 1
    `,
  )
