import { BrowserSession } from '@griot/contracts/account'
import { type Queryable, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'

const Account = z.object({
  sessionHash: z.instanceof(Buffer),
  id: z.string(),
  email: z.string(),
  emailIsVerified: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  claimedRoles: z.array(z.string()),
  isRecent: z.boolean(),
  accountAgeDays: z.number(),
  activeDays: z.number(),
})
export type Account = z.infer<typeof Account>

const TODAY = sql`(clock_timestamp() at time zone 'UTC')::date`
/** Days of use before that are removed. */
const ACTIVE_WITHIN_DAYS = 30

interface NewSession {
  userId: string
  /** Null if the issuer does not return it; then the sign-in counts from now. */
  authenticatedAt: Date | null
  days: number
}

export const insertSession = (db: Queryable, idHash: Buffer, { userId, authenticatedAt, days }: NewSession) =>
  db.run(sql`
    insert into browser_session (id_hash, user_id, authenticated_at, expires_at)
    values (${idHash}, ${userId}, least(${authenticatedAt}::timestamptz, clock_timestamp()),
      clock_timestamp() + make_interval(days => ${days}))
  `)

/** Returns the account of each session in the same order; undefined for an unknown or expired session. */
export const findAccountsBySessions = async (db: Queryable, idHashes: Buffer[], recentHours: number) => {
  const accounts = await db.many(
    Account,
    sql`
      select id_hash as "sessionHash", user_id as id, email, email_is_verified as "emailIsVerified",
        first_name as "firstName", last_name as "lastName", claimed_roles as "claimedRoles",
        (extract(epoch from clock_timestamp() - user_account.created_at) / 86400)::float8 as "accountAgeDays",
        (select count(*)::int from unnest(active_on) as day where day > ${TODAY} - ${ACTIVE_WITHIN_DAYS}::int)
          as "activeDays",
        coalesce(authenticated_at, browser_session.created_at)
          > clock_timestamp() - make_interval(hours => ${recentHours}) as "isRecent"
      from browser_session join user_account on user_account.id = user_id
      where id_hash = any(${idHashes}::bytea[]) and expires_at > clock_timestamp() and blocked_at is null
    `,
  )
  const bySession = new Map(accounts.map((account) => [keyOf(account.sessionHash), account]))
  return idHashes.map((idHash) => bySession.get(keyOf(idHash)))
}

export const keyOf = (idHash: Buffer) => idHash.toString('base64url')
export const hashOfKey = (key: string) => Buffer.from(key, 'base64url')

/**
 * Extends a session that is in use, at most once an hour, and adds the day to the account's days of use, at most once a day.
 * Reads therefore rarely cause a write.
 */
export const touchSession = async (db: Queryable, idHash: Buffer, days: number) => {
  await db.run(sql`
    update browser_session
    set last_seen_at = clock_timestamp(), expires_at = clock_timestamp() + make_interval(days => ${days})
    where id_hash = ${idHash} and last_seen_at < clock_timestamp() - interval '1 hour'
  `)
  await db.run(sql`
    update user_account set active_at = clock_timestamp()
    from browser_session
    where id_hash = ${idHash} and user_account.id = user_id
      and (user_account.active_at is null or user_account.active_at < clock_timestamp() - interval '1 hour')
  `)
  await db.run(sql`
    update user_account
    set active_on = ${TODAY} || array(
      select day from unnest(active_on) as day where day > ${TODAY} - ${ACTIVE_WITHIN_DAYS}::int
    )
    from browser_session
    where id_hash = ${idHash} and user_account.id = user_id and ${TODAY} <> all(active_on)
  `)
}

export const deleteSession = (db: Queryable, idHash: Buffer) =>
  db.run(sql`delete from browser_session where id_hash = ${idHash}`)

/** The session with this hash first, then the others, the last used first. */
export const listSessions = (db: Queryable, userId: string, idHash: Buffer) =>
  db.many(
    BrowserSession,
    sql`
      select id_hash = ${idHash} as "isCurrent", created_at as "signedInAt", last_seen_at as "lastUsedAt"
      from browser_session
      where user_id = ${userId} and expires_at > clock_timestamp()
      order by id_hash = ${idHash} desc, last_seen_at desc
      limit 100
    `,
  )

/** Deletes all sessions of the user, except one if it is given. Returns their hashes. */
export const deleteSessionsOf = async (db: Queryable, userId: string, kept: Buffer | null) => {
  const deleted = await db.many(
    z.object({ sessionHash: z.instanceof(Buffer) }),
    sql`
      delete from browser_session where user_id = ${userId} and id_hash is distinct from ${kept}::bytea
      returning id_hash as "sessionHash"
    `,
  )
  return deleted.map(({ sessionHash }) => sessionHash)
}

export const deleteExpiredSessions = (db: Queryable) =>
  db.run(sql`delete from browser_session where expires_at < clock_timestamp()`)
