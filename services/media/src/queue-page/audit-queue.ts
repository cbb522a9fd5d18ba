import type { AuditAction } from '@griot/contracts/audit'
import type { QueueBulk } from '@griot/contracts/queue'
import { type AuditedChange, recordAudit } from '@griot/service-kit/audit/record-audit'
import type { Tx } from '@griot/service-kit/db/db'
import type { Caller } from '@griot/service-kit/identity/identity'
import type { StoredFile } from '../files/media-file.ts'

const AUDITED: Record<QueueBulk['action'], AuditAction> = {
  retry: 'queue.retried',
  cancel: 'queue.canceled',
  clear: 'queue.cleared',
}

/** Only actions of admins: users may change their own files without a record. */
const record = async (tx: Tx, caller: Caller, change: AuditedChange) => {
  if (caller.isAdmin) await recordAudit(tx, caller, change)
}

export const auditFile = (tx: Tx, caller: Caller, action: QueueBulk['action'], file: StoredFile) =>
  record(tx, caller, {
    action: AUDITED[action],
    subject: { kind: 'file', id: file.id, name: file.originalName },
    concernsId: file.ownerId,
  })

export const auditQueue = (tx: Tx, caller: Caller, action: 'queue.paused' | 'queue.resumed') =>
  record(tx, caller, { action, subject: { kind: 'queue', id: 'media', name: 'Queue' } })

const filesText = (count: number) => (count === 1 ? '1 file' : `${count} files`)

/** One entry for all files of the action. */
export const auditBulk = (tx: Tx, caller: Caller, { id, action, total }: QueueBulk, details: Record<string, unknown>) =>
  record(tx, caller, {
    action: AUDITED[action],
    subject: { kind: 'queue', id, name: filesText(total) },
    details: { ...details, files: total },
  })

export const auditStop = (tx: Tx, caller: Caller, { id, action, total, done }: QueueBulk) =>
  record(tx, caller, {
    action: 'queue.stopped',
    subject: { kind: 'queue', id, name: filesText(total) },
    details: { stopped: action, files: total, done },
  })

export const auditRetryFailed = (tx: Tx, caller: Caller, files: number) =>
  record(tx, caller, {
    action: 'queue.retried',
    subject: { kind: 'queue', id: 'media', name: filesText(files) },
    details: { files },
  })
