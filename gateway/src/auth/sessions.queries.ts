import { type Queryable, sql } from '@griot/service-kit/db'
import { z } from 'zod'

const Account = z
  .object({
    id_hash: z.instanceof(Buffer),
    user_id: z.string(),
    email: z.string(),
    email_is_verified: z.boolean(),
    first_name: z.string(),
    last_name: z.string(),
    claimed_roles: z.array(z.string()),
  })
  .transform((row) => ({
    sessionHash: row.id_hash,
    id: row.user_id,
    email: row.email,
    emailIsVerified: row.email_is_verified,
    firstName: row.first_name,
    lastName: row.last_name,
    claimedRoles: row.claimed_roles,
  }))
export type Account = z.output<typeof Account>

export const insertSession = (db: Queryable, idHash: Buffer, userId: string, days: number) =>
  db.run(sql`
    insert into browser_session (id_hash, user_id, expires_at)
    values (${idHash}, ${userId}, clock_timestamp() + make_interval(days => ${days}))
  `)

/** Whose sessions these are, in their order; undefined for one that is none or has run out. */
export const findAccountsBySessions = async (db: Queryable, idHashes: Buffer[], idleHours: number) => {
  const accounts = await db.many(
    Account,
    sql`
      select id_hash, user_id, email, email_is_verified, first_name, last_name, claimed_roles
      from browser_session join user_account on user_account.id = user_id
      where id_hash = any(${idHashes}::bytea[])
        and expires_at > clock_timestamp()
        and last_seen_at > clock_timestamp() - ${idleHours} * interval '1 hour'
    `,
  )
  const bySession = new Map(accounts.map((account) => [keyOf(account.sessionHash), account]))
  return idHashes.map((idHash) => bySession.get(keyOf(idHash)))
}

const keyOf = (idHash: Buffer) => idHash.toString('base64url')

/** Remembers that a session is in use, to five minutes: reading must not cost a write each time. */
export const touchSession = (db: Queryable, idHash: Buffer) =>
  db.run(sql`
    update browser_session set last_seen_at = clock_timestamp()
    where id_hash = ${idHash} and last_seen_at < clock_timestamp() - interval '5 minutes'
  `)

export const deleteSession = (db: Queryable, idHash: Buffer) =>
  db.run(sql`delete from browser_session where id_hash = ${idHash}`)

export const deleteDeadSessions = (db: Queryable, idleHours: number) =>
  db.run(sql`
    delete from browser_session
    where expires_at < clock_timestamp()
      or last_seen_at < clock_timestamp() - ${idleHours} * interval '1 hour'
  `)
