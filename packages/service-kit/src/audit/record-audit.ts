import type { AuditAction, AuditSubjectKind } from '@griot/contracts/audit'
import { sql, type Tx } from '../db/db.ts'
import { type Caller, nameOf } from '../identity/identity.ts'

export interface AuditedChange {
  action: AuditAction
  subject: { kind: AuditSubjectKind; id: string; name: string }
  /** The user whom the change concerns, for example the owner of the show. */
  concernsId?: string | null
  /** As the actor gave it. */
  reason?: string | null
  /** Facts that the action and the subject do not show, for example the new role. */
  details?: Readonly<Record<string, unknown>>
}

/** Adds entries to the audit log, in the transaction of the changes. Without an actor, the product made the changes. */
export const recordAudit = async (tx: Tx, actor: Caller | null, ...changes: readonly AuditedChange[]) => {
  const rows = changes.map(({ action, subject, concernsId = null, reason = null, details = {} }) => {
    return { action, ...subject, concernsId, reason, details }
  })
  await tx.run(sql`
    insert into audit_entry (actor_id, actor_name, action, subject_kind, subject_id, subject_name, concerns_id, reason, details)
    select ${actor?.id ?? null}::uuid, ${actor === null ? 'Griot' : nameOf(actor)}, action, kind, id, name, "concernsId", reason, details
    from json_to_recordset(${JSON.stringify(rows)}::json) as change (
      action text, kind text, id text, name text, "concernsId" uuid, reason text, details jsonb
    )
  `)
}
