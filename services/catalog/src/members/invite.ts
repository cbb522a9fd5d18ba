import type { NewInvitation, OpenInvitation } from '@griot/contracts/catalog/members'
import { recordAudit } from '@griot/service-kit/audit/record-audit'
import { type Db, inTransaction, type Tx } from '@griot/service-kit/db/db'
import { AppError, conflict, orNotFound } from '@griot/service-kit/http/errors'
import type { Caller } from '@griot/service-kit/identity/identity'
import { enqueue } from '@griot/service-kit/queue/outbox'
import type { z } from 'zod'
import { roleIn } from './access.ts'
import {
  findInvitation,
  type GivenInvitation,
  insertInvitation,
  revokeInvitation,
  useInvitation,
} from './invitations.queries.ts'
import { lockWithRight } from './lock-with-right.ts'
import { MailInvitation } from './mail-invitation.job.ts'
import { insertMember, isMemberAddress, lockShow } from './members.queries.ts'
import { notifyJoined } from './notify-members.ts'
import { hashOfToken, newToken } from './tokens.ts'

const subjectOf = ({ id, title }: { id: string; title: string }) => ({ kind: 'podcast', id, name: title }) as const

interface Parts {
  db: Db
  sendsMail: boolean
}

/** Creates an invitation, and enqueues an e-mail if it has an address. Only the response contains its link. */
export const inviteMember = (
  { db, sendsMail }: Parts,
  podcastId: string,
  user: Caller,
  given: z.output<typeof NewInvitation>,
) =>
  inTransaction(db, async (tx) => {
    const show = await lockWithRight(tx, podcastId, user, 'manage')
    const { email, role } = given
    const isOwn = email?.toLowerCase() === user.email.toLowerCase()
    if (email !== null && (isOwn || (await isMemberAddress(tx, podcastId, email)))) {
      const sentence = 'The person with this address is a member of this show already.'
      throw new AppError(409, 'podcast_member.exists', sentence, { fields: { email: sentence } })
    }
    const token = newToken()
    const mail = sendsMail && email !== null ? 'pending' : null
    const invitation = await insertInvitation(tx, podcastId, user, given, { tokenHash: hashOfToken(token), mail })
    if (mail !== null) await enqueue(tx, MailInvitation, { invitationId: invitation.id, token })
    await recordAudit(tx, user, {
      action: 'member.invited',
      subject: subjectOf(show),
      concernsId: show.hostId,
      details: { role },
    })
    return { ...invitation, link: `/invitation/${token}` }
  })

export const revokeOwnInvitation = (db: Db, podcastId: string, id: string, user: Caller) =>
  inTransaction(db, async (tx) => {
    const show = await lockWithRight(tx, podcastId, user, 'manage')
    const { role } = orNotFound(await revokeInvitation(tx, podcastId, id), 'invitation')
    await recordAudit(tx, user, {
      action: 'invitation.revoked',
      subject: subjectOf(show),
      concernsId: show.hostId,
      details: { role },
    })
    return { id }
  })

const SENTENCES = {
  used: 'This invitation was used already. Please ask for a new one.',
  revoked: 'This invitation was withdrawn. Please ask for a new one.',
  expired: 'This invitation has expired. Please ask for a new one.',
} as const

/** Throws the reason why the caller cannot accept the invitation. */
const requireUsable = async (tx: Tx | Db, user: Caller, found: GivenInvitation | undefined) => {
  const given = orNotFound(found, 'invitation')
  // The states before the member: a member who opens a link again learns that it was used.
  if (given.isUsed) throw conflict('invitation.used', SENTENCES.used)
  if (given.isRevoked) throw conflict('invitation.revoked', SENTENCES.revoked)
  if (given.isExpired) throw conflict('invitation.expired', SENTENCES.expired)
  const { email } = given
  if (email !== null && !(user.emailIsVerified && user.email.toLowerCase() === email.toLowerCase())) {
    const sentence = 'This invitation is for another e-mail address. Please sign in with the account of that address.'
    throw new AppError(403, 'invitation.other_person', sentence)
  }
  if ((await roleIn(tx, given.podcastId, user.id)) !== null) {
    throw conflict('podcast_member.exists', 'You are a member of this show already. An owner can change your role.')
  }
  return given
}

export const readInvitation = async (db: Db, token: string, user: Caller): Promise<OpenInvitation> => {
  const given = await requireUsable(db, user, await findInvitation(db, hashOfToken(token)))
  const { podcastId, podcastTitle, coverImage, role, inviterName, expiresAt } = given
  return { podcastId, podcastTitle, coverImage, role, inviterName, expiresAt }
}

/** Locks the show of a usable invitation, so that the invitation cannot change until the transaction ends. */
const lockInvitation = async (tx: Tx, token: string, user: Caller) => {
  const { podcastId } = orNotFound(await findInvitation(tx, hashOfToken(token)), 'invitation')
  const show = orNotFound(await lockShow(tx, podcastId), 'invitation')
  // Read after the lock: another transaction may have used it while this one waited.
  const given = await requireUsable(tx, user, await findInvitation(tx, hashOfToken(token)))
  return { show, given }
}

export const acceptInvitation = (db: Db, token: string, user: Caller) =>
  inTransaction(db, async (tx) => {
    const { show, given } = await lockInvitation(tx, token, user)
    await insertMember(tx, show.id, user, given.role)
    await useInvitation(tx, given.id, user.id)
    await recordAudit(tx, user, {
      action: 'member.joined',
      subject: subjectOf(show),
      concernsId: user.id,
      details: { role: given.role },
    })
    await notifyJoined(tx, show, user, given.role)
    return { podcastId: show.id, role: given.role }
  })

export const declineInvitation = (db: Db, token: string, user: Caller) =>
  inTransaction(db, async (tx) => {
    const { show, given } = await lockInvitation(tx, token, user)
    await revokeInvitation(tx, show.id, given.id)
    await recordAudit(tx, user, {
      action: 'invitation.revoked',
      subject: subjectOf(show),
      concernsId: given.inviterId,
      details: { role: given.role, isDeclined: true },
    })
    return { podcastId: show.id }
  })
