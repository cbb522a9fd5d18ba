import { SERVICES, type ServiceName } from '@griot/contracts/services'
import { auditOf, forgetInAudit } from '@griot/service-kit/audit/audit-of-user'
import { type Queryable, sql, type Tx } from '@griot/service-kit/db/db'
import { z } from 'zod'

const Account = z.record(z.string(), z.unknown())

export const readAccount = (db: Queryable, userId: string) =>
  db.one(
    Account,
    sql`
      select id, issuer, subject, email, email_is_verified as "emailIsVerified", first_name as "firstName",
        last_name as "lastName", claimed_roles as "claimedRoles", created_at as "createdAt",
        signed_in_at as "signedInAt", active_on as "activeOn",
        (select count(*)::int from browser_session where user_id = ${userId}) as "signedInBrowsers",
        (select coalesce(json_agg(json_build_object('mediaId', media_id, 'lastSentOn', sent_on) order by sent_on), '[]')
          from audio_sent where user_id = ${userId}) as "audioSent",
        (select coalesce(json_agg(row_to_json(entry)), '[]') from (${auditOf(userId)}) entry) as "auditEntries",
        (select coalesce(json_agg(json_build_object('module', module, 'isOwner', is_owner) order by module), '[]')
          from module_member where user_id = ${userId}) as teams
      from user_account where id = ${userId}
    `,
  )

/** Deletes the account with its sessions and records which services still have to delete their part. */
export const deleteAccount = async (tx: Tx, userId: string) => {
  await tx.run(sql`
    insert into account_deletion (user_id, left_to_do) values (${userId}, ${[...SERVICES]}) on conflict do nothing
  `)
  await tx.run(sql`delete from user_account where id = ${userId}`)
  await forgetInAudit(tx, userId)
}

const Deletion = z.object({ userId: z.string(), leftToDo: z.array(z.enum(SERVICES)) })

/** Returns pending deletions. Each is returned at most once within `retryMs`, to one instance. */
export const takeDeletions = (db: Queryable, retryMs: number) =>
  db.many(
    Deletion,
    sql`
      update account_deletion set tried_at = clock_timestamp()
      where user_id in (
        select user_id from account_deletion
        where tried_at is null or tried_at < clock_timestamp() - ${retryMs} * interval '1 millisecond'
        order by asked_at limit 20 for update skip locked
      )
      returning user_id as "userId", left_to_do as "leftToDo"
    `,
  )

/** Records that a service has deleted its part. After the last service, the deletion is complete. */
export const markRemoved = async (db: Queryable, userId: string, service: ServiceName) => {
  await db.run(sql`
    update account_deletion set left_to_do = array_remove(left_to_do, ${service}) where user_id = ${userId}
  `)
  await db.run(sql`delete from account_deletion where user_id = ${userId} and left_to_do = '{}'`)
}
