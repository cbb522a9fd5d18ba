import { NoticeSent } from '@griot/contracts/events'
import { recordAudit } from '@griot/service-kit/audit/record-audit'
import { type Db, inTransaction } from '@griot/service-kit/db/db'
import type { Caller } from '@griot/service-kit/identity/identity'
import { publish } from '@griot/service-kit/queue/outbox'
import { ownFile } from '../files/media-file.ts'
import { deleteFileIn } from './delete-file.ts'

/** Deletes a file of any user for an admin, and notifies the owner. */
export const removeFile = (db: Db, admin: Caller, id: string, reason: string) =>
  inTransaction(db, async (tx) => {
    const { ownerId, originalName } = await ownFile(tx, admin, id)
    const deleted = await deleteFileIn(tx, admin, id)
    const subject = { kind: 'file', id, name: originalName } as const
    await recordAudit(tx, admin, { action: 'file.removed', subject, concernsId: ownerId, reason })
    await publish(tx, NoticeSent, {
      userId: ownerId,
      title: 'Your file was removed',
      text: `“${originalName}” was removed by an admin. Reason: ${reason}`,
      link: '/upload?tab=library',
    })
    return deleted
  })
