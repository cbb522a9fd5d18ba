import { type Queryable, sql } from '../db/db.ts'

/** The entries that a user made or that concern them. The other users in them are left out. */
export const auditOf = (userId: string) => sql`
  select created_at, action, subject_kind, subject_name, reason, actor_id is not distinct from ${userId}::uuid as made_by_you
  from audit_entry
  where actor_id = ${userId} or subject_id = ${userId} or concerns_id = ${userId}
  order by created_at
`

const DELETED = 'Deleted user'

/** Removes a deleted user from the entries, which stay with their action. */
export const forgetInAudit = async (db: Queryable, userId: string) => {
  await db.run(sql`update audit_entry set actor_id = null, actor_name = ${DELETED} where actor_id = ${userId}`)
  await db.run(sql`
    update audit_entry set subject_id = '', subject_name = ${DELETED}, concerns_id = null, reason = null, details = '{}'
    where subject_id = ${userId}
  `)
  await db.run(sql`
    update audit_entry set concerns_id = null, details = '{}',
      -- The user has chosen the name of a file.
      subject_name = case when subject_kind = 'file' then 'Deleted file' else subject_name end
    where concerns_id = ${userId}
  `)
}
