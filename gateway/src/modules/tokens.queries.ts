import { TokenScope } from '@griot/contracts/module-registry'
import { type Queryable, sql } from '@griot/service-kit/db'
import { z } from 'zod'

const Token = z.object({
  token_hash: z.instanceof(Buffer),
  id: z.string(),
  module: z.string(),
  label: z.string(),
  scopes: z.array(TokenScope),
})
export type Token = z.output<typeof Token>

export interface NewToken {
  module: string
  label: string
  scopes: readonly TokenScope[]
  days: number
  createdBy: string
}

const Inserted = z
  .object({ id: z.string(), expires_at: z.string() })
  .transform(({ id, expires_at }) => ({ id, expiresAt: expires_at }))

export const insertToken = (db: Queryable, hash: Buffer, { module, label, scopes, days, createdBy }: NewToken) =>
  db.one(
    Inserted,
    sql`
      insert into module_token (token_hash, module, label, scopes, created_by, expires_at)
      values (${hash}, ${module}, ${label}, ${[...scopes]}, ${createdBy}, clock_timestamp() + make_interval(days => ${days}))
      returning id, expires_at
    `,
  )

/** Tokens that have not run out, in the order of their hashes; undefined for one that has, or never was. */
export const findTokens = async (db: Queryable, hashes: Buffer[]) => {
  const tokens = await db.many(
    Token,
    sql`
      select token_hash, id, module, label, scopes from module_token
      where token_hash = any(${hashes}::bytea[]) and expires_at > clock_timestamp()
    `,
  )
  return hashes.map((hash) => tokens.find(({ token_hash: known }) => known.equals(hash)))
}

export const noteUse = (db: Queryable, id: string) =>
  db.run(sql`update module_token set last_used_at = clock_timestamp() where id = ${id}`)

const Listed = z
  .object({
    id: z.string(),
    module: z.string(),
    label: z.string(),
    scopes: z.array(TokenScope),
    created_by: z.string(),
    expires_at: z.string(),
    last_used_at: z.string().nullable(),
  })
  .transform(({ id, module, label, scopes, created_by, expires_at, last_used_at }) => ({
    id,
    module,
    label,
    scopes,
    createdBy: created_by,
    expiresAt: expires_at,
    lastUsedAt: last_used_at,
  }))

export const listTokens = (db: Queryable) =>
  db.many(
    Listed,
    sql`
      select id, module, label, scopes, created_by, expires_at, last_used_at from module_token
      where expires_at > clock_timestamp() order by module, created_at
    `,
  )

export const deleteToken = (db: Queryable, id: string) => db.run(sql`delete from module_token where id = ${id}`)

export const deleteDeadTokens = (db: Queryable) =>
  db.run(sql`delete from module_token where expires_at < clock_timestamp() - interval '90 days'`)
