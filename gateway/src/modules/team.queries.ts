import { CiRule, TeamMember } from '@griot/contracts/module-team'
import { type Queryable, sql, type Tx } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { isByBlockedUser } from './blocked-author.ts'

const Membership = z.object({ module: z.string(), isOwner: z.boolean() })
export type Membership = z.output<typeof Membership>

export const listMemberships = (db: Queryable, userId: string) =>
  db.many(Membership, sql`select module, is_owner as "isOwner" from module_member where user_id = ${userId}`)

const memberColumns = sql`
  user_id as "userId", email, trim(first_name || ' ' || last_name) as name, is_owner as "isOwner",
  added_by as "addedBy", added_at as "addedAt"
`

export const listMembers = (db: Queryable, module: string) =>
  db.many(
    TeamMember,
    sql`
      select ${memberColumns} from module_member join user_account on user_account.id = user_id
      where module = ${module} order by is_owner desc, email
    `,
  )

const Found = z.object({ id: z.string() })

/** The account with this verified address; of several, the one that signed in last. */
export const findAccountByEmail = (db: Queryable, email: string) =>
  db.maybeOne(
    Found,
    sql`
      select id from user_account where lower(email) = lower(${email}) and email_is_verified
      order by signed_in_at desc limit 1
    `,
  )

export const saveMember = async (
  tx: Tx,
  { module, userId, isOwner, addedBy }: { module: string; userId: string; isOwner: boolean; addedBy: string },
) => {
  await tx.run(sql`
    insert into module_member (module, user_id, is_owner, added_by) values (${module}, ${userId}, ${isOwner}, ${addedBy})
    on conflict (module, user_id) do update set is_owner = excluded.is_owner
  `)
  // A member who is no longer an owner keeps no token that changes the team.
  if (!isOwner) {
    await tx.run(sql`
      update module_token set manages = false where module = ${module} and user_id = ${userId} and manages
    `)
  }
}

/** Removes a member with its tokens. Returns 0 if there is none. */
export const deleteMember = async (tx: Tx, module: string, userId: string) => {
  await tx.run(sql`delete from module_token where module = ${module} and user_id = ${userId}`)
  await tx.run(sql`
    delete from module_webhook using user_account
    where module = ${module} and user_account.id = ${userId} and url = 'mailto:' || email
  `)
  return tx.run(sql`delete from module_member where module = ${module} and user_id = ${userId}`)
}

/** Locks the owners, so that two of them cannot remove each other at the same time. */
export const lockOwners = (tx: Tx, module: string) =>
  tx.many(
    z.object({ userId: z.string() }),
    sql`
      select user_id as "userId" from module_member where module = ${module} and is_owner order by user_id for update
    `,
  )

const ciColumns = sql`id, claims, scopes, added_by as "addedBy", added_at as "addedAt"`

export const listCiRules = (db: Queryable, module: string) =>
  db.many(CiRule, sql`select ${ciColumns} from module_ci_rule where module = ${module} order by added_at`)

const RuleOfModule = CiRule.pick({ claims: true, scopes: true }).extend({ module: z.string() })
export type RuleOfModule = z.output<typeof RuleOfModule>

/** The rules of all modules, except those that a blocked user has added. */
export const listValidCiRules = (db: Queryable) =>
  db.many(
    RuleOfModule,
    sql`
      select module, claims, scopes from module_ci_rule where not ${isByBlockedUser(sql`added_by`)} order by module
    `,
  )

export const insertCiRule = (db: Queryable, { module, claims, scopes, addedBy }: RuleOfModule & { addedBy: string }) =>
  db.one(
    CiRule,
    sql`
      insert into module_ci_rule (module, claims, scopes, added_by)
      values (${module}, ${JSON.stringify(claims)}, ${[...scopes]}, ${addedBy})
      returning ${ciColumns}
    `,
  )

export const deleteCiRule = (db: Queryable, module: string, id: string) =>
  db.run(sql`delete from module_ci_rule where module = ${module} and id = ${id}`)
