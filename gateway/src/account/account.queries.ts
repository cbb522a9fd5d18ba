import { type Queryable, sql, type Tx } from '@griot/service-kit/db'
import { z } from 'zod'
import type { ServiceName } from '../routes.ts'

const Account = z.record(z.string(), z.unknown())

/** What the gateway itself knows of a person. */
export const readAccount = (db: Queryable, userId: string) =>
  db.one(
    Account,
    sql`
      select id, issuer, subject, email, email_is_verified as "emailIsVerified", first_name as "firstName",
        last_name as "lastName", claimed_roles as "claimedRoles", created_at as "createdAt",
        signed_in_at as "signedInAt",
        (select count(*)::int from browser_session where user_id = ${userId}) as "signedInBrowsers"
      from user_account where id = ${userId}
    `,
  )

/** The person and their sessions go, and what the services have to do is written down, at once or not at all. */
export const forgetAccount = async (tx: Tx, userId: string, services: readonly ServiceName[]) => {
  await tx.run(sql`
    insert into account_deletion (user_id, left_to_do) values (${userId}, ${[...services]}) on conflict do nothing
  `)
  await tx.run(sql`delete from user_account where id = ${userId}`)
}

const Deletion = z
  .object({ user_id: z.string(), left_to_do: z.array(z.string()) })
  .transform((row) => ({ userId: row.user_id, leftToDo: row.left_to_do as ServiceName[] }))

/** The deletions to go on with; each is handed out once within the time that a try may take. */
export const takeDeletions = (db: Queryable, tryMs: number) =>
  db.many(
    Deletion,
    sql`
      update account_deletion set tried_at = clock_timestamp()
      where user_id in (
        select user_id from account_deletion
        where tried_at is null or tried_at < clock_timestamp() - ${tryMs} * interval '1 millisecond'
        order by asked_at limit 20 for update skip locked
      )
      returning user_id, left_to_do
    `,
  )

/** One service is done; with the last one the row goes. */
export const noteRemoved = async (db: Queryable, userId: string, service: ServiceName) => {
  await db.run(sql`
    update account_deletion set left_to_do = array_remove(left_to_do, ${service}) where user_id = ${userId}
  `)
  await db.run(sql`delete from account_deletion where user_id = ${userId} and left_to_do = '{}'`)
}
