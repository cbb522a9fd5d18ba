import { MemberRole, type PodcastAccess } from '@griot/contracts/catalog/members'
import { type Right, type MemberRole as Role, roleMay } from '@griot/contracts/catalog/roles'
import { type Queryable, type Sql, sql } from '@griot/service-kit/db/db'
import { forbidden, notFound } from '@griot/service-kit/http/errors'
import type { Caller } from '@griot/service-kit/identity/identity'
import { z } from 'zod'

/** Admins read every show. They change it with the actions of the operations desk only. */
export const isAllowed = (caller: Pick<Caller, 'isAdmin'>, role: Role | null, right: Right) =>
  roleMay(role, right) || (right === 'read' && caller.isAdmin)

export const accessOf = (caller: Caller, role: Role | null): PodcastAccess => ({
  role,
  mayRead: isAllowed(caller, role, 'read'),
  mayEdit: isAllowed(caller, role, 'edit'),
  mayManage: isAllowed(caller, role, 'manage'),
})

/** The role of a user in the podcast with this id and host; null for a user who is no member. */
export const roleColumn = ({ podcastId, hostId }: { podcastId: Sql; hostId: Sql }, userId: string) => sql`
  case when ${hostId} = ${userId} then 'owner' else (
    select m.role from podcast_member m where m.podcast_id = ${podcastId} and m.user_id = ${userId}
  ) end
`

/** The user is a member. The array, in place of a subquery, lets PostgreSQL use the indexes of both conditions. */
export const isOfMember = ({ podcastId, hostId }: { podcastId: Sql; hostId: Sql }, userId: string) => sql`
  (${hostId} = ${userId} or ${podcastId} = any(array(select podcast_id from podcast_member where user_id = ${userId})))
`

const Row = z.object({ role: MemberRole.nullable() })

/** Null for a user who is no member. Throws 404 for an unknown podcast. */
export const roleIn = async (db: Queryable, podcastId: string, userId: string) => {
  const role = roleColumn({ podcastId: sql`p.id`, hostId: sql`p.host_id` }, userId)
  const row = await db.maybeOne(Row, sql`select ${role} as role from podcast p where p.id = ${podcastId}`)
  if (row === undefined) throw notFound('podcast')
  return row.role
}

/** Throws 404 for a caller who is no member, and 403 for a member whose role does not allow it. */
export const requireRight = async (
  db: Queryable,
  podcastId: string,
  caller: Caller,
  right: Right,
  noun: 'podcast' | 'episode' = 'podcast',
) => {
  const role = await roleIn(db, podcastId, caller.id)
  if (isAllowed(caller, role, right)) return
  if (role === null) throw notFound(noun)
  const needed = right === 'manage' ? 'an owner' : 'an editor or an owner'
  throw forbidden('user', `Your role in this show is ${role}. Only ${needed} can do this.`)
}

/** Whether the caller may see drafts of the podcast. */
export const mayRead = async (db: Queryable, podcastId: string, caller: Caller | null) => {
  if (caller === null) return false
  return caller.isAdmin || isAllowed(caller, await roleIn(db, podcastId, caller.id), 'read')
}
