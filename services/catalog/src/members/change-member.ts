import type { MemberRole, Right } from '@griot/contracts/catalog/roles'
import { recordAudit } from '@griot/service-kit/audit/record-audit'
import { type Db, inTransaction, type Tx } from '@griot/service-kit/db/db'
import { conflict, orNotFound } from '@griot/service-kit/http/errors'
import type { Caller } from '@griot/service-kit/identity/identity'
import { lockWithRight } from './lock-with-right.ts'
import { deleteMember, findMember, setRole } from './members.queries.ts'
import { notifyRemoved, notifyRoleChanged } from './notify-members.ts'

interface Change {
  podcastId: string
  userId: string
  user: Caller
}

const lockMember = async (tx: Tx, { podcastId, userId, user }: Change, right: Right) => {
  const show = await lockWithRight(tx, podcastId, user, right)
  const member = orNotFound(await findMember(tx, podcastId, userId), 'podcast_member')
  if (member.isHost) {
    const [start, their] = userId === user.id ? ['You stay', 'your'] : ['This member stays', 'their']
    throw conflict('podcast_member.is_host', `${start} an owner, because the show runs under ${their} account.`)
  }
  return { member, show, subject: { kind: 'podcast', id: show.id, name: show.title } as const }
}

export const changeRole = (db: Db, change: Change, role: MemberRole) =>
  inTransaction(db, async (tx) => {
    const { member, show, subject } = await lockMember(tx, change, 'manage')
    if (member.role === role) return member
    await setRole(tx, change.podcastId, change.userId, role)
    await recordAudit(tx, change.user, {
      action: 'member.role_changed',
      subject,
      concernsId: change.userId,
      details: { role, before: member.role },
    })
    // An owner can change the own role.
    if (change.userId !== change.user.id) await notifyRoleChanged(tx, show, { ...member, role })
    return { ...member, role }
  })

export const removeMember = (db: Db, change: Change) =>
  inTransaction(db, async (tx) => {
    const hasLeft = change.userId === change.user.id
    const { member, show, subject } = await lockMember(tx, change, hasLeft ? 'read' : 'manage')
    await deleteMember(tx, change.podcastId, change.userId)
    await recordAudit(tx, change.user, {
      action: 'member.removed',
      subject,
      concernsId: change.userId,
      details: { role: member.role, hasLeft },
    })
    if (!hasLeft) await notifyRemoved(tx, show, change.userId)
    return { userId: change.userId }
  })
