import { TeamToken, type TokenRequest } from '@griot/contracts/module-team'
import { type Queryable, sql } from '@griot/service-kit/db/db'
import { z } from 'zod'
import { isByBlockedUser } from './blocked-author.ts'

const Token = TeamToken.pick({ id: true, module: true, label: true, scopes: true }).extend({
  hash: z.instanceof(Buffer),
  /** Of the member who created it. */
  userId: z.string().nullable(),
  manages: z.boolean(),
})
export type Token = z.output<typeof Token>

export type NewToken = Omit<z.output<typeof TokenRequest>, 'manages'> & {
  createdBy: string
  manages?: boolean
  userId?: string | undefined
}

const Inserted = z.object({ id: z.string(), expiresAt: z.string() })

export const insertToken = (
  db: Queryable,
  hash: Buffer,
  { module, label, scopes, days, createdBy, manages = false, userId }: NewToken,
) =>
  db.one(
    Inserted,
    sql`
      insert into module_token (token_hash, module, label, scopes, manages, user_id, created_by, expires_at)
      values (${hash}, ${module}, ${label}, ${[...scopes]}, ${manages}, ${userId ?? null}, ${createdBy},
        clock_timestamp() + make_interval(days => ${days}))
      returning id, expires_at as "expiresAt"
    `,
  )

/** In the order of the hashes; undefined for a token that is unknown, has expired, or was created by a blocked user. */
export const findTokens = async (db: Queryable, hashes: Buffer[]) => {
  const tokens = await db.many(
    Token,
    sql`
      select token_hash as hash, id, module, label, scopes, manages, user_id as "userId" from module_token
      where token_hash = any(${hashes}::bytea[]) and expires_at > clock_timestamp()
        and not ${isByBlockedUser(sql`created_by`)}
    `,
  )
  return hashes.map((hash) => tokens.find((token) => token.hash.equals(hash)))
}

export const setLastUse = (db: Queryable, id: string) =>
  db.run(sql`update module_token set last_used_at = clock_timestamp() where id = ${id}`)

/** Of these modules, or of all. */
export const listTokens = (db: Queryable, modules: readonly string[] | null) =>
  db.many(
    TeamToken,
    sql`
      select id, module, label, scopes,
        created_by as "createdBy", expires_at as "expiresAt", last_used_at as "lastUsedAt"
      from module_token
      where expires_at > clock_timestamp() and (${modules}::text[] is null or module = any(${modules}))
      order by module, created_at
    `,
  )

/** Returns 0 if there is no such token, or it is of none of these modules. */
export const deleteToken = (db: Queryable, id: string, modules: readonly string[] | null) =>
  db.run(sql`
    delete from module_token where id = ${id} and (${modules}::text[] is null or module = any(${modules}))
  `)

export const deleteExpiredTokens = (db: Queryable) =>
  db.run(sql`delete from module_token where expires_at < clock_timestamp() - interval '90 days'`)
