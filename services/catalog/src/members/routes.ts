import {
  AcceptInvitation,
  ChangeMemberRole,
  DeclineInvitation,
  GetInvitation,
  InviteMember,
  ListInvitations,
  ListMembers,
  RemoveMember,
  RevokeInvitation,
} from '@griot/contracts/catalog/members'
import { rolesWith } from '@griot/contracts/catalog/roles'
import { ReadMakers } from '@griot/service-kit/catalog/makers'
import { notFound } from '@griot/service-kit/http/errors'
import { on } from '@griot/service-kit/http/route'
import { overviewPartRoute, ReadFailedInvitations } from '@griot/service-kit/overview/overview-part'
import type { Catalog } from '../catalog.ts'
import { isAllowed, requireRight, roleIn } from './access.ts'
import { changeRole, removeMember } from './change-member.ts'
import { countNotMailed, listInvitations } from './invitations.queries.ts'
import { acceptInvitation, declineInvitation, inviteMember, readInvitation, revokeOwnInvitation } from './invite.ts'
import { listMakers, listMembers } from './members.queries.ts'

const idOf = (userId: string, user: { id: string }) => (userId === 'me' ? user.id : userId)

export const memberRoutes = ({ db, sendsMail }: Catalog) => [
  on(ReadMakers, async ({ params }) => {
    const userIds = await listMakers(db, params.id, rolesWith('edit'))
    if (userIds.length === 0) throw notFound('podcast')
    return { userIds }
  }),

  on(ListMembers, async ({ user, params, query, nextPage }) => {
    await requireRight(db, params.id, user, 'read')
    const seesAddresses = isAllowed(user, await roleIn(db, params.id, user.id), 'manage')
    const { items, next } = await listMembers(db, params.id, query)
    nextPage(next)
    return items.map((member) => ({ ...member, email: seesAddresses ? member.email : null }))
  }),

  on(ChangeMemberRole, async ({ user, params, body, log }) => {
    const change = { podcastId: params.id, userId: idOf(params.userId, user), user }
    const member = await changeRole(db, change, body.role)
    log.info({ podcastId: params.id, memberId: member.userId, userId: user.id }, 'role of a member changed')
    return member
  }),

  on(RemoveMember, async ({ user, params, log }) => {
    const removed = await removeMember(db, { podcastId: params.id, userId: idOf(params.userId, user), user })
    log.info({ podcastId: params.id, memberId: removed.userId, userId: user.id }, 'member removed')
    return removed
  }),

  on(InviteMember, async ({ user, params, body, log }) => {
    const invitation = await inviteMember({ db, sendsMail }, params.id, user, body)
    log.info({ podcastId: params.id, invitationId: invitation.id, userId: user.id }, 'member invited')
    return invitation
  }),

  on(ListInvitations, async ({ user, params, query, nextPage }) => {
    await requireRight(db, params.id, user, 'manage')
    const { items, next } = await listInvitations(db, params.id, query)
    nextPage(next)
    return items
  }),

  on(RevokeInvitation, async ({ user, params, log }) => {
    const revoked = await revokeOwnInvitation(db, params.id, params.invitationId, user)
    log.info({ podcastId: params.id, invitationId: revoked.id, userId: user.id }, 'invitation revoked')
    return revoked
  }),

  overviewPartRoute(ReadFailedInvitations, () => countNotMailed(db)),

  on(GetInvitation, ({ user, params }) => readInvitation(db, params.token, user)),

  on(AcceptInvitation, async ({ user, params, log }) => {
    const { podcastId, role } = await acceptInvitation(db, params.token, user)
    log.info({ podcastId, role, userId: user.id }, 'invitation accepted')
    return { podcastId, role }
  }),

  on(DeclineInvitation, async ({ user, params, log }) => {
    const { podcastId } = await declineInvitation(db, params.token, user)
    log.info({ podcastId, userId: user.id }, 'invitation declined')
    return { podcastId }
  }),
]
