import { SERVICES } from '@griot/contracts/services'
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
        signed_in_at as "signedInAt", active_at as "activeAt", active_on as "activeOn",
        blocked_at as "blockedAt", blocked_reason as "blockedReason",
        (select count(*)::int from browser_session where user_id = ${userId}) as "signedInBrowsers",
        (select coalesce(json_agg(json_build_object('mediaId', media_id, 'lastSentOn', sent_on) order by sent_on), '[]')
          from audio_sent where user_id = ${userId}) as "audioSent",
        (select coalesce(json_agg(row_to_json(entry)), '[]') from (${auditOf(userId)}) entry) as "auditEntries",
        (select coalesce(json_agg(json_build_object('module', module, 'isOwner', is_owner) order by module), '[]')
          from module_member where user_id = ${userId}) as teams
      from user_account where id = ${userId}
    `,
  )

const DELETED = 'a deleted user'

/** Deletes what the user has of modules. A rule for CI jobs and a member stay in the team without the name of the user who added them. */
const forgetInTeams = async (tx: Tx, userId: string) => {
  const names = [`admin ${userId}`, `member ${userId}`]
  await tx.run(sql`
    delete from module_webhook using user_account
    where user_account.id = ${userId} and lower(url) = lower('mailto:' || email)
  `)
  await tx.run(sql`delete from module_token where created_by = any(${names})`)
  await tx.run(sql`update module_member set added_by = ${DELETED} where added_by = any(${names})`)
  await tx.run(sql`update module_ci_rule set added_by = ${DELETED} where added_by = any(${names})`)
  await tx.run(sql`update module_webhook set added_by = ${DELETED} where added_by = any(${names})`)
  await tx.run(sql`update module_draft set moved_by = ${DELETED} where moved_by = any(${names})`)
}

/** Deletes the account with its sessions and records which services still have to delete their part. */
export const deleteAccount = async (tx: Tx, userId: string) => {
  await tx.run(sql`
    insert into account_deletion (user_id, left_to_do) values (${userId}, ${[...SERVICES]}) on conflict do nothing
  `)
  await forgetInTeams(tx, userId)
  await tx.run(sql`delete from user_account where id = ${userId}`)
  await forgetInAudit(tx, userId)
}
