import type { AuditAction } from '@griot/contracts/audit'
import { GetPodcastCover } from '@griot/contracts/catalog/covers'
import { Invitation, MemberRole, type NewInvitation } from '@griot/contracts/catalog/members'
import { pathFor } from '@griot/contracts/endpoint'
import { FailedInvitations } from '@griot/contracts/overview'
import { Id, Timestamp } from '@griot/contracts/values'
import { type Queryable, sql, type Tx } from '@griot/service-kit/db/db'
import { type Caller, nameOf } from '@griot/service-kit/identity/identity'
import { z } from 'zod'
import { listPage, TimePosition } from '../lists.ts'
import { pictureUrl } from '../pictures/pictures.queries.ts'

const VALID_DAYS = 14

const columns = sql`
  i.id, i.role, i.email, i.inviter_name as "inviterName", i.created_at as "createdAt", i.expires_at as "expiresAt", i.mail
`

export const insertInvitation = (
  tx: Tx,
  podcastId: string,
  inviter: Caller,
  { role, email }: z.output<typeof NewInvitation>,
  { tokenHash, mail }: { tokenHash: Buffer; mail: 'pending' | null },
) =>
  tx.one(
    Invitation,
    sql`
      insert into podcast_invitation as i (podcast_id, role, email, token_hash, inviter_id, inviter_name, mail, expires_at)
      values (${podcastId}, ${role}, ${email}, ${tokenHash}, ${inviter.id}, ${nameOf(inviter)}, ${mail},
        clock_timestamp() + make_interval(days => ${VALID_DAYS}))
      returning ${columns}
    `,
  )

const isOpen = sql`i.used_at is null and i.revoked_at is null`

/** The invitations that can still be accepted, newest first. */
export const listInvitations = (
  db: Queryable,
  podcastId: string,
  page: { cursor?: string | undefined; limit: number },
) =>
  listPage(
    db,
    {
      row: Invitation,
      columns,
      from: sql`podcast_invitation i`,
      filter: [sql`i.podcast_id = ${podcastId}`, isOpen, sql`i.expires_at > clock_timestamp()`],
      sortedBy: [sql`i.created_at`],
      id: sql`i.id`,
      position: TimePosition,
    },
    page,
  )

const Given = z
  .object({
    id: Id,
    podcastId: Id,
    podcastTitle: z.string(),
    coverId: Id.nullable(),
    titleVersion: z.number(),
    role: MemberRole,
    email: z.string().nullable(),
    inviterId: Id,
    inviterName: z.string(),
    expiresAt: Timestamp,
    isExpired: z.boolean(),
    isUsed: z.boolean(),
    isRevoked: z.boolean(),
  })
  .transform(({ coverId, titleVersion, ...row }) => ({
    ...row,
    coverImage:
      pictureUrl('cover', row.podcastId, coverId) ??
      pathFor(GetPodcastCover, { params: { id: row.podcastId }, query: { v: titleVersion || undefined } }),
  }))
export type GivenInvitation = z.output<typeof Given>

/** The invitation of a link, in any state. */
export const findInvitation = (db: Queryable, tokenHash: Buffer) =>
  db.maybeOne(
    Given,
    sql`
      select i.id, i.podcast_id as "podcastId", p.title as "podcastTitle", p.cover_id as "coverId",
        p.title_version as "titleVersion", i.role, i.email, i.inviter_id as "inviterId",
        i.inviter_name as "inviterName", i.expires_at as "expiresAt", i.expires_at <= clock_timestamp() as "isExpired",
        i.used_at is not null as "isUsed", i.revoked_at is not null as "isRevoked"
      from podcast_invitation i join podcast p on p.id = i.podcast_id
      where i.token_hash = ${tokenHash}
    `,
  )

/** The address is removed, because the member has it from now on. */
export const useInvitation = (tx: Tx, id: string, userId: string) =>
  tx.run(sql`
    update podcast_invitation set used_at = clock_timestamp(), used_by = ${userId}, email = null where id = ${id}
  `)

export const NOT_MAILED = 'invitation.not_mailed' satisfies AuditAction

const Revoked = z.object({ inviterId: Id, role: MemberRole })

/** Undefined if the podcast has no such open invitation. */
export const revokeInvitation = (tx: Tx, podcastId: string, id: string) =>
  tx.maybeOne(
    Revoked,
    sql`
      update podcast_invitation i set revoked_at = clock_timestamp(), email = null
      where i.id = ${id} and i.podcast_id = ${podcastId} and ${isOpen}
      returning i.inviter_id as "inviterId", i.role
    `,
  )

/** Deletes invitations that expired longer ago than they were valid, with the addresses in them. */
export const deleteOldInvitations = (db: Queryable) =>
  db.run(
    sql`delete from podcast_invitation where expires_at < clock_timestamp() - make_interval(days => ${VALID_DAYS})`,
  )

export const setMailed = (db: Queryable, id: string) =>
  db.run(sql`update podcast_invitation set mail = 'sent' where id = ${id}`)

const NotMailed = z.object({ podcastId: Id, title: z.string(), role: MemberRole, inviterId: Id })

/** Undefined if the failure is stored already, or the invitation was deleted. */
export const setNotMailed = (tx: Tx, id: string) =>
  tx.maybeOne(
    NotMailed,
    sql`
      update podcast_invitation i set mail = 'failed' from podcast p
      where i.id = ${id} and i.mail = 'pending' and p.id = i.podcast_id
      returning p.id as "podcastId", p.title, i.role, i.inviter_id as "inviterId"
    `,
  )

/** Of the last 24 hours. */
export const countNotMailed = (db: Queryable) =>
  db.one(
    FailedInvitations,
    sql`
      select count(*) as "notMailed" from audit_entry
      where action = ${NOT_MAILED} and created_at > clock_timestamp() - interval '24 hours'
    `,
  )
