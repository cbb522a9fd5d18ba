import { SERVICES, type ServiceName } from '@griot/contracts/services'
import { type Db, rawSql, type Sql, sql } from '@griot/service-kit/db/db'
import type { Log } from '@griot/service-kit/log/log'
import { z } from 'zod'

const POLL_MS = 15_000
const RETRY_MS = 60_000

const Task = z.object({ userId: z.string(), leftToDo: z.array(z.enum(SERVICES)) })

interface Work {
  db: Db
  log: Log
  /** A table of changes of users, with the services that have not confirmed yet. */
  table: 'account_deletion' | 'block_delivery'
  /** For log lines. */
  what: string
  /** Returns the condition under which the confirmation still counts. */
  deliver(service: ServiceName, userId: string): Promise<Sql>
}

/** Repeats the calls of changes until each service has confirmed, also after a crash. Any number of instances may run this. */
export const repeatUntilDone = ({ db, log, table, what, deliver }: Work) => {
  const from = rawSql(table)

  /** Each is returned at most once within the retry delay, to one instance. */
  const take = () =>
    db.many(
      Task,
      sql`
        update ${from} set tried_at = clock_timestamp()
        where user_id in (
          select user_id from ${from}
          where tried_at is null or tried_at < clock_timestamp() - ${RETRY_MS} * interval '1 millisecond'
          order by asked_at limit 20 for update skip locked
        )
        returning user_id as "userId", left_to_do as "leftToDo"
      `,
    )

  /** After the last service, the change is complete. */
  const markDone = async (userId: string, service: ServiceName, stillCounts: Sql) => {
    await db.run(sql`
      update ${from} set left_to_do = array_remove(left_to_do, ${service}) where user_id = ${userId} and ${stillCounts}
    `)
    await db.run(sql`delete from ${from} where user_id = ${userId} and left_to_do = '{}'`)
  }

  const finish = async () => {
    for (const { userId, leftToDo } of await take()) {
      for (const service of leftToDo) {
        try {
          await markDone(userId, service, await deliver(service, userId))
          log.info({ userId, service }, `${what} confirmed`)
        } catch (error) {
          log.warn({ err: error, userId, service }, `${what} failed, will retry`)
        }
      }
    }
  }
  const poll = () => {
    finish().catch((error: unknown) => log.warn({ err: error }, `${what} failed, will retry`))
  }
  const polling = setInterval(poll, POLL_MS)
  polling.unref()

  return { finish, poll, close: () => clearInterval(polling) }
}
