import type { QueryOf } from '@griot/contracts/endpoint'
import type { ListPeople } from '@griot/contracts/people'
import { Id } from '@griot/contracts/values'
import { defineCursor, toPage } from '@griot/service-kit/db/cursor'
import { type Queryable, sql } from '@griot/service-kit/db/db'
import { containsWords, readSearched } from '@griot/service-kit/db/words'
import { z } from 'zod'

const Row = z.object({
  id: z.string(),
  email: z.string(),
  emailIsVerified: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  claimedRoles: z.array(z.string()),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  blockedAt: z.string().nullable(),
})
export type PersonRow = z.infer<typeof Row>

const LAST_SEEN = sql`greatest(active_at, signed_in_at)`
const SORTS = { newest: sql`created_at`, seen: LAST_SEEN }

const COLUMNS = sql`
  id, email, email_is_verified as "emailIsVerified", first_name as "firstName", last_name as "lastName",
  claimed_roles as "claimedRoles", created_at as "createdAt", ${LAST_SEEN} as "lastSeenAt", blocked_at as "blockedAt"
`

// Microseconds since 1970: stored times are more exact than those on the wire.
const ByTime = defineCursor(z.tuple([z.int(), Id]))
const asTime = (microseconds: number) => sql`'epoch'::timestamptz + ${microseconds}::bigint * interval '1 microsecond'`

/** A page of users. */
export const listPeople = async (
  db: Queryable,
  { search, sort, blocked, cursor, limit }: QueryOf<typeof ListPeople>,
) => {
  const key = SORTS[sort]
  const after = ByTime.read(cursor)
  const isId = Id.safeParse(search).success
  const conditions = [
    after === undefined ? undefined : sql`(${key}, id) < (${asTime(after[0])}, ${after[1]}::uuid)`,
    blocked === undefined ? undefined : sql`blocked_at is not null`,
    isId ? sql`id = ${search}::uuid` : undefined,
  ].filter((condition) => condition !== undefined)
  const rows = await readSearched(db, Row.extend({ position: z.number() }), {
    table: 'user_account',
    words: isId ? undefined : containsWords(sql`first_name || ' ' || last_name || ' ' || email`, search),
    conditions,
    columns: sql`${COLUMNS}, (extract(epoch from ${key}) * 1000000)::bigint as position`,
    orderBy: sql`${key} desc, id desc`,
    limit: limit + 1,
  })
  return toPage(rows, limit, ({ position, id }) => ByTime.write([position, id]))
}

const MOST_SESSIONS = 20

const Details = Row.extend({
  signedInAt: z.string(),
  sessionCount: z.number(),
  sessions: z.array(z.object({ signedInAt: z.string(), lastUsedAt: z.string() })),
  blockedReason: z.string().nullable(),
  hidesShows: z.boolean(),
  isBlockPending: z.boolean(),
})

export const findPerson = (db: Queryable, id: string) =>
  db.maybeOne(
    Details,
    sql`
      select ${COLUMNS}, signed_in_at as "signedInAt", blocked_reason as "blockedReason", hides_shows as "hidesShows",
        exists (select from block_delivery where user_id = ${id}) as "isBlockPending",
        (select count(*) from browser_session where user_id = ${id} and expires_at > clock_timestamp()) as "sessionCount",
        (
          select coalesce(json_agg(session), '[]')
          from (
            select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "signedInAt",
              to_char(last_seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "lastUsedAt"
            from browser_session where user_id = ${id} and expires_at > clock_timestamp()
            order by last_seen_at desc limit ${MOST_SESSIONS}
          ) session
        ) as sessions
      from user_account where id = ${id}
    `,
  )
