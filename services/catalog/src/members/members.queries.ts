import { Member } from '@griot/contracts/catalog/members'
import type { MemberRole } from '@griot/contracts/catalog/roles'
import { Id, Timestamp } from '@griot/contracts/values'
import { type Queryable, sql, type Tx } from '@griot/service-kit/db/db'
import type { Caller } from '@griot/service-kit/identity/identity'
import { nameOf } from '@griot/service-kit/identity/identity'
import { z } from 'zod'
import { listPage } from '../lists.ts'

const Show = z.object({ id: Id, title: z.string(), hostId: Id })

/** Locks a podcast until the transaction ends, so that changes of its members follow one another. */
export const lockShow = (tx: Tx, podcastId: string) =>
  tx.maybeOne(Show, sql`select id, title, host_id as "hostId" from podcast where id = ${podcastId} for update`)

const members = (podcastId: string) => sql`
  (
    select host_id as user_id, 'owner' as role, host_name as name, null as email, true as is_host, created_at
    from podcast where id = ${podcastId}
    union all
    select user_id, role, name, email, false, created_at from podcast_member where podcast_id = ${podcastId}
  ) as m
`
const columns = sql`
  m.user_id as "userId", m.role, m.name, m.email, m.is_host as "isHost", m.created_at as "createdAt"
`

/** The host first, then the others in the order in which they joined. */
export const listMembers = (db: Queryable, podcastId: string, page: { cursor?: string | undefined; limit: number }) =>
  listPage(
    db,
    {
      row: Member,
      columns,
      from: members(podcastId),
      filter: [],
      sortedBy: [sql`not m.is_host`, sql`m.created_at`],
      id: sql`m.user_id`,
      isAscending: true,
      position: z.tuple([z.boolean(), Timestamp, Id]),
    },
    page,
  )

export const findMember = (db: Queryable, podcastId: string, userId: string) =>
  db.maybeOne(Member, sql`select ${columns} from ${members(podcastId)} where m.user_id = ${userId}`)

/** The member with this e-mail address. */
export const isMemberAddress = async (db: Queryable, podcastId: string, email: string) =>
  (await db.run(sql`
    select from podcast_member where podcast_id = ${podcastId} and lower(email) = lower(${email}) limit 1
  `)) > 0

export const insertMember = (tx: Tx, podcastId: string, user: Caller, role: MemberRole) =>
  tx.run(sql`
    insert into podcast_member (podcast_id, user_id, role, name, email)
    values (${podcastId}, ${user.id}, ${role}, ${nameOf(user)}, ${user.email})
  `)

export const setRole = (tx: Tx, podcastId: string, userId: string, role: MemberRole) =>
  tx.run(sql`update podcast_member set role = ${role} where podcast_id = ${podcastId} and user_id = ${userId}`)

export const deleteMember = (tx: Tx, podcastId: string, userId: string) =>
  tx.run(sql`delete from podcast_member where podcast_id = ${podcastId} and user_id = ${userId}`)

const Maker = z.object({ userId: Id })

/** The host, and the members with one of these roles. Empty for an unknown podcast. */
export const listMakers = async (db: Queryable, podcastId: string, roles: readonly MemberRole[]) => {
  const rows = await db.many(
    Maker,
    sql`
      select host_id as "userId" from podcast where id = ${podcastId}
      union
      select user_id from podcast_member where podcast_id = ${podcastId} and role = any(${roles}::text[])
    `,
  )
  return rows.map(({ userId }) => userId)
}

/** The members without the host. */
export const listOthers = async (db: Queryable, podcastId: string) => {
  const rows = await db.many(Maker, sql`select user_id as "userId" from podcast_member where podcast_id = ${podcastId}`)
  return rows.map(({ userId }) => userId)
}
