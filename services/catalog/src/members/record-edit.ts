import type { AuditAction } from '@griot/contracts/audit'
import { recordAudit } from '@griot/service-kit/audit/record-audit'
import type { Tx } from '@griot/service-kit/db/db'
import type { Caller } from '@griot/service-kit/identity/identity'

interface Edited {
  id: string
  title: string
  hostId: string
}

type Kind = 'podcast' | 'episode'

interface Edit<Row extends Edited> {
  kind: Kind
  /** The fields that the request contains. A form sends also those that it did not change. */
  sent: readonly string[]
  before: Row
  after: Row
}

const storedValue = (row: object, field: string) => JSON.stringify((row as Record<string, unknown>)[field] ?? null)

/** Records which fields a member has changed, as one entry. Their values are not stored: the audit log keeps no deleted text. */
export const recordEdit = async <Row extends Edited>(
  tx: Tx,
  user: Caller,
  { kind, sent, before, after }: Edit<Row>,
) => {
  const fields = sent.filter((field) => storedValue(before, field) !== storedValue(after, field))
  if (fields.length === 0) return
  await record(tx, user, `${kind}.edited`, kind, after, { fields: fields.join(', ') })
}

export const recordNewCover = (tx: Tx, user: Caller, podcast: Edited) =>
  record(tx, user, 'podcast.edited', 'podcast', podcast, { fields: 'cover' })

export const recordDeletion = (tx: Tx, user: Caller, kind: Kind, deleted: Edited) =>
  record(tx, user, `${kind}.deleted`, kind, deleted)

const record = (tx: Tx, user: Caller, action: AuditAction, kind: Kind, { id, title, hostId }: Edited, details = {}) =>
  recordAudit(tx, user, { action, subject: { kind, id, name: title }, concernsId: hostId, details })
