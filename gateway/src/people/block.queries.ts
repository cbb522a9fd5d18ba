import type { ServiceName } from '@griot/contracts/services'
import { type Queryable, sql, type Tx } from '@griot/service-kit/db/db'
import { z } from 'zod'

const Account = z.object({
  id: z.string(),
  email: z.string(),
  emailIsVerified: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  blockedAt: z.string().nullable(),
  blockedReason: z.string().nullable(),
  hidesShows: z.boolean(),
})

const COLUMNS = sql`
  id, email, email_is_verified as "emailIsVerified", first_name as "firstName", last_name as "lastName",
  blocked_at as "blockedAt", blocked_reason as "blockedReason", hides_shows as "hidesShows"
`

export const lockAccount = (tx: Tx, id: string) =>
  tx.maybeOne(Account, sql`select ${COLUMNS} from user_account where id = ${id} for update`)

/** Blocks an account, or releases it with null. */
export const setBlock = (tx: Tx, id: string, block: { reason: string; hidesShows: boolean } | null) =>
  tx.one(
    Account,
    sql`
      update user_account set blocked_at = case when ${block !== null}::boolean then clock_timestamp() end,
        blocked_reason = ${block?.reason ?? null}, hides_shows = ${block?.hidesShows ?? false},
        block_version = block_version + 1
      where id = ${id}
      returning ${COLUMNS}
    `,
  )

/** Records which services have to apply the current state. */
export const deliverBlock = (tx: Tx, id: string, services: readonly ServiceName[]) =>
  tx.run(sql`
    insert into block_delivery (user_id, version, left_to_do)
    select id, block_version, ${[...services]}::text[] from user_account where id = ${id}
    on conflict (user_id) do update
    set version = excluded.version, left_to_do = excluded.left_to_do, asked_at = clock_timestamp(), tried_at = null
  `)

const State = z.object({ isBlocked: z.boolean(), hidesShows: z.boolean(), version: z.number() })

export const readBlock = (db: Queryable, id: string) =>
  db.one(
    State,
    sql`
      select blocked_at is not null as "isBlocked", hides_shows as "hidesShows", block_version as version
      from user_account where id = ${id}
    `,
  )
