import { type Queryable, sql, type Tx } from '@griot/service-kit/db'
import { z } from 'zod'

const Begun = z.object({ id: z.string() })

/** Notes that an audit begins. */
export const beginAudit = async (db: Queryable) =>
  (await db.one(Begun, sql`insert into ledger_audit default values returning id`)).id

export const endAudit = (db: Queryable, id: string, broken: number) =>
  db.run(sql`update ledger_audit set ended_at = clock_timestamp(), broken = ${broken} where id = ${id}`)

const ONE_AT_A_TIME = 7_250_311

/**
 * Begins an audit if the last one ended a day ago and none is on its way, else answers undefined. One that has not ended
 * within hours was broken off. Of several copies that ask, one is answered.
 */
export const beginAuditIfDue = async (tx: Tx) => {
  await tx.run(sql`select pg_advisory_xact_lock(${ONE_AT_A_TIME})`)
  const begun = await tx.maybeOne(
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
  return begun?.id
}

const LastAudit = z.object({ broken: z.number(), age: z.number() })

/** What the last audit found, and how many seconds ago. */
export const lastAudit = (db: Queryable) =>
  db.maybeOne(
    LastAudit,
    sql`
      select broken, extract(epoch from clock_timestamp() - ended_at)::float8 as age
      from ledger_audit where ended_at is not null order by ended_at desc limit 1
    `,
  )
