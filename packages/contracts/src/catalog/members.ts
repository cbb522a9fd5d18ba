import { z } from 'zod'
import { get, patch, post, remove } from '../endpoint.ts'
import { Id, optional, page, Timestamp, UserId } from '../values.ts'
import { MEMBER_ROLES } from './roles.ts'

export const MemberRole = z.enum(MEMBER_ROLES)

export const PodcastAccess = z.object({
  role: MemberRole.nullable().describe('Null: the caller is not a member.'),
  mayRead: z.boolean().describe('Drafts and numbers.'),
  mayEdit: z.boolean().describe('The show and its episodes.'),
  mayManage: z.boolean().describe('Members, and the deletion of the show.'),
})
export type PodcastAccess = z.infer<typeof PodcastAccess>

export const GetPodcastAccess = get('/api/podcast/:id/access', 'user', {
  summary: 'Returns the role of the caller in a podcast that the caller may see, and what the role allows.',
  response: PodcastAccess,
})

export const Member = z.object({
  userId: Id,
  role: MemberRole,
  name: z.string().describe('As known when the person joined; of the host, the host name of the show.'),
  email: z.string().nullable().describe('Null for callers who do not manage the members, and for the host.'),
  isHost: z.boolean().describe('The show runs under the account of the host, who always is an owner.'),
  createdAt: Timestamp,
})
export type Member = z.infer<typeof Member>

export const ListMembers = get('/api/podcast/:id/members', 'user', {
  summary: 'Lists the members of a podcast, the host first, for members and admins.',
  query: page(50),
  response: z.array(Member),
})

const MemberParams = z.object({ id: Id, userId: UserId })
const NOT_THE_HOST = { 409: 'The member is the host.' }

export const ChangeMemberRole = patch('/api/podcast/:id/members/:userId', 'user', {
  summary: 'Changes the role of a member, for owners.',
  params: MemberParams,
  body: z.strictObject({ role: MemberRole }),
  response: Member,
  also: { 403: 'The caller is no owner.', ...NOT_THE_HOST },
})

export const RemoveMember = remove('/api/podcast/:id/members/:userId', 'user', {
  summary: 'Removes a member, for owners. Every member may remove `me`.',
  params: MemberParams,
  response: z.object({ userId: Id }),
  also: { 403: 'The caller is no owner.', ...NOT_THE_HOST },
})

export const Invitation = z.object({
  id: Id,
  role: MemberRole,
  email: z.string().nullable().describe('Only a person with this verified address can accept.'),
  inviterName: z.string(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  mail: z
    .enum(['pending', 'sent', 'failed'])
    .nullable()
    .describe('The state of the e-mail with the link; null: no e-mail is sent.'),
})
export type Invitation = z.infer<typeof Invitation>

export const NewInvitation = z.strictObject({
  role: MemberRole,
  email: optional(z.email('Please enter an e-mail address.').max(254, 'Please enter an e-mail address.')),
})

export const InviteMember = post('/api/podcast/:id/invitations', 'user', {
  summary:
    'Creates an invitation to a podcast, which can be used once within 14 days, for owners. Sends the link by e-mail if it has an address and the installation has a mail server.',
  body: NewInvitation,
  status: 201,
  response: Invitation.extend({ link: z.string().describe('Path of the page; returned only here.') }),
  also: { 403: 'The caller is no owner.', 409: 'The person is a member already.' },
})

export const ListInvitations = get('/api/podcast/:id/invitations', 'user', {
  summary: 'Lists the invitations that can still be accepted, newest first, for owners.',
  query: page(50),
  response: z.array(Invitation),
  also: { 403: 'The caller is no owner.' },
})

export const RevokeInvitation = remove('/api/podcast/:id/invitations/:invitationId', 'user', {
  summary: 'Revokes an invitation, for owners.',
  params: z.object({ id: Id, invitationId: Id }),
  response: z.object({ id: Id }),
  also: { 403: 'The caller is no owner.' },
})

const TokenParams = z.object({ token: z.string().max(100) })
const NOT_USABLE = { 403: 'It is for another person.', 409: 'It was used, expired or was revoked.' }

export const OpenInvitation = z.object({
  podcastId: Id,
  podcastTitle: z.string(),
  coverImage: z.string(),
  role: MemberRole,
  inviterName: z.string(),
  expiresAt: Timestamp,
})
export type OpenInvitation = z.infer<typeof OpenInvitation>

export const GetInvitation = get('/api/invitation/:token', 'user', {
  summary: 'Returns the invitation of a link.',
  params: TokenParams,
  response: OpenInvitation,
  also: NOT_USABLE,
})

export const AcceptInvitation = post('/api/invitation/:token/accept', 'user', {
  summary: 'Makes the caller a member of the podcast.',
  params: TokenParams,
  response: z.object({ podcastId: Id, role: MemberRole }),
  also: NOT_USABLE,
})

export const DeclineInvitation = post('/api/invitation/:token/decline', 'user', {
  summary: 'Revokes the invitation of a link.',
  params: TokenParams,
  response: z.object({ podcastId: Id }),
  also: NOT_USABLE,
})
