import type { MemberRole } from '@griot/contracts/catalog/roles'
import { rolesWith } from '@griot/contracts/catalog/roles'
import type { Tx } from '@griot/service-kit/db/db'
import { insertNotices } from '../notices/notices.queries.ts'
import { listMakers, listOthers } from './members.queries.ts'

interface Show {
  id: string
  title: string
}

/** In a sentence. */
export const AS_ROLE: Readonly<Record<MemberRole, string>> = {
  owner: 'an owner',
  editor: 'an editor',
  analyst: 'an analyst',
}

const linkOf = ({ id }: Show) => `/podcast/${id}`

// The texts name no user: a notice stays when the account of another user is deleted.

export const notifyRoleChanged = (tx: Tx, show: Show, member: { userId: string; role: MemberRole }) =>
  insertNotices(tx, [
    {
      userId: member.userId,
      title: 'Your role in a show changed',
      text: `You are ${AS_ROLE[member.role]} of “${show.title}” now.`,
      link: linkOf(show),
    },
  ])

/** Without a link, because the show may be visible to its members only. */
export const notifyRemoved = (tx: Tx, show: Show, userId: string) =>
  insertNotices(tx, [
    {
      userId,
      title: 'You were removed from a show',
      text: `You are no longer a member of “${show.title}”.`,
      link: null,
    },
  ])

export const notifyJoined = async (tx: Tx, show: Show, joined: { id: string }, role: MemberRole) => {
  const owners = await listMakers(tx, show.id, rolesWith('manage'))
  await insertNotices(
    tx,
    owners
      .filter((userId) => userId !== joined.id)
      .map((userId) => ({
        userId,
        title: 'An invitation was accepted',
        text: `“${show.title}” has a new ${role}.`,
        link: linkOf(show),
      })),
  )
}

/** The members besides the host learn of it: the host cannot sign in while the account is blocked. */
export const notifyHostBlocked = async (tx: Tx, show: Show, isHidden: boolean) => {
  const done = isHidden ? 'was hidden' : 'is visible again'
  await insertNotices(
    tx,
    (await listOthers(tx, show.id)).map((userId) => ({
      userId,
      title: `Your show ${done}`,
      text: `“${show.title}” ${done}, because the account of its host ${isHidden ? 'is' : 'is no longer'} blocked.`,
      link: linkOf(show),
    })),
  )
}
