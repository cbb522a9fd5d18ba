import { AcceptInvitation, InviteMember } from '@griot/contracts/catalog/members'
import type { MemberRole } from '@griot/contracts/catalog/roles'
import { type Person, person } from '@griot/service-kit/testing/identity'
import type { TestCatalog } from './harness.ts'

export const tokenOf = (link: string) => link.split('/').at(-1) ?? ''

export const invite = async (catalog: TestCatalog, owner: Person, podcastId: string, role: MemberRole, email = '') => {
  const { link } = await catalog.as(owner).call(InviteMember, { params: { id: podcastId }, body: { role, email } })
  return tokenOf(link)
}

/** A new person who has accepted an invitation to the podcast. */
export const join = async (catalog: TestCatalog, owner: Person, podcastId: string, role: MemberRole) => {
  const member = person()
  const token = await invite(catalog, owner, podcastId, role)
  await catalog.as(member).call(AcceptInvitation, { params: { token } })
  return member
}

/** Callers in the order of the columns of an access matrix. */
export const CALLERS = [
  'signed out',
  'a stranger',
  'an analyst',
  'an editor',
  'an owner',
  'the host',
  'an admin',
] as const

/** A podcast with a member of each role. */
export const createTeam = async (catalog: TestCatalog) => {
  const host = person()
  const podcast = await catalog.podcast(host)
  const [analyst, editor, owner] = [
    await join(catalog, host, podcast.id, 'analyst'),
    await join(catalog, host, podcast.id, 'editor'),
    await join(catalog, host, podcast.id, 'owner'),
  ]
  const callers: Readonly<Record<(typeof CALLERS)[number], Person | null>> = {
    'signed out': null,
    'a stranger': person(),
    'an analyst': analyst,
    'an editor': editor,
    'an owner': owner,
    'the host': host,
    'an admin': person({ roles: ['admin'] }),
  }
  return { podcast, host, analyst, editor, owner, callers }
}
export type Team = Awaited<ReturnType<typeof createTeam>>
