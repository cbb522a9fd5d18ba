import { CreateEpisode } from '@griot/contracts/catalog/episodes'
import { AcceptInvitation, InviteMember } from '@griot/contracts/catalog/members'
import { CreatePodcast } from '@griot/contracts/catalog/podcasts'
import { CreatePreview } from '@griot/contracts/catalog/previews'
import { ListUserMedia } from '@griot/contracts/media/files'
import { BlockPerson, UnblockPerson } from '@griot/contracts/people'
import { SendTip } from '@griot/contracts/points'
import { HoldPoints, ReleasePoints } from '@griot/contracts/points-review'
import { StartQueueBulk } from '@griot/contracts/queue'
import { DecideReport, ListReports, SendReport } from '@griot/contracts/reports'
import { GetUser } from '@griot/contracts/user'
import type { ApiClient, Person } from '@griot/service-kit/testing/api-client'
import { expect } from 'vitest'

const PODCAST = {
  title: 'The Bell',
  description: 'A show.',
  hostName: 'Kofi',
  category: 'culture',
  coverImage: null,
} as const

interface Cast {
  /** The user of the account, with a show and a published episode. */
  user: ApiClient
  person: Person
  episode: { id: string; podcastId: string }
  /** A creator with a show. */
  other: ApiClient
  admin: ApiClient
}

const tokenOf = (link: string) => link.split('/').at(-1) ?? ''

/** Fills an account with a row of every kind: memberships, reports, notices, audit entries, tips, blocks and a team. */
export const fillAccount = async ({ user, person, episode, other, admin }: Cast) => {
  const [{ id: userId }, { id: otherId }] = [await user.call(GetUser, {}), await other.call(GetUser, {})]
  const show = await other.call(CreatePodcast, { body: PODCAST })

  await joinShow(user, other, show.id)
  await inviteOthers(user, other, episode)
  await user.call(SendTip, { body: { receiverId: otherId, podcastId: show.id, amount: 100 } })
  await other.call(SendTip, { body: { receiverId: userId, podcastId: episode.podcastId, amount: 100 } })
  const ownFiles = await user.call(ListUserMedia, { params: { id: 'me' } })
  await user.call(StartQueueBulk, { body: { action: 'clear', mediaFileIds: ownFiles.map(({ id }) => id) } })
  await joinTeam(user, admin, person.email)

  await user.call(SendReport, { body: { subject: 'podcast', id: show.id, reason: 'spam', text: 'Of the user.' } })
  await other.call(SendReport, { body: { subject: 'episode', id: episode.id, reason: 'spam', text: '' } })
  for (const { id } of await admin.call(ListReports, { query: {} })) {
    await admin.call(DecideReport, { params: { id }, body: { decision: 'dismissed', text: 'It is fine.' } })
  }
  await admin.call(HoldPoints, { params: { id: userId } })
  await admin.call(ReleasePoints, { params: { id: userId } })
  await admin.call(BlockPerson, { params: { id: userId }, body: { reason: 'By mistake', shows: 'hide' } })
  await admin.call(UnblockPerson, { params: { id: userId }, body: { reason: 'A mistake' } })
  await user.signIn(person)
}

const joinShow = async (user: ApiClient, other: ApiClient, showId: string) => {
  const invitation = await other.call(InviteMember, { params: { id: showId }, body: { role: 'editor', email: '' } })
  await user.call(AcceptInvitation, { params: { token: tokenOf(invitation.link) } })
}

const inviteOthers = async (user: ApiClient, other: ApiClient, { podcastId }: Cast['episode']) => {
  const analyst = { role: 'analyst', email: '' } as const
  const { link } = await user.call(InviteMember, { params: { id: podcastId }, body: analyst })
  await other.call(AcceptInvitation, { params: { token: tokenOf(link) } })
  await user.call(InviteMember, { params: { id: podcastId }, body: { role: 'editor', email: 'esi@example.org' } })
  const draft = { title: 'A draft', description: 'Later.', duration: 0, episodeNumber: 9, status: 'draft' } as const
  const { id } = await user.call(CreateEpisode, { body: { ...draft, podcastId } })
  await user.call(CreatePreview, { params: { id }, body: {} })
}

/** The user owns the team of a module, with a token, a rule for CI jobs and a member. */
const joinTeam = async (user: ApiClient, admin: ApiClient, email: string) => {
  const send = async (client: ApiClient, method: string, place: string, body: object) => {
    const response = await client.fetch(`/mfe/v1/${place}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status, await response.text()).toBeLessThan(300)
  }
  const team = 'modules/rewards'
  await send(admin, 'PUT', `${team}/team`, { email, isOwner: true })
  await send(user, 'POST', 'tokens', { module: 'rewards', label: 'laptop', scopes: ['deploy'] })
  await send(user, 'POST', `${team}/ci`, { claims: { repository: 'org/drum' }, scopes: ['deploy'] })
  await send(user, 'PUT', `${team}/team`, { email: 'kofi@example.org' })
}
