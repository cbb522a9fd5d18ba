import { z } from 'zod'
import { Id, Timestamp } from './values.ts'

/** The changes that the audit log contains. */
export const AUDIT_ACTIONS = [
  'person.blocked',
  'person.unblocked',
  'podcast.hidden',
  'podcast.restored',
  'podcast.featured',
  'podcast.unfeatured',
  'episode.hidden',
  'episode.restored',
  'file.removed',
  'report.assigned',
  'report.decided',
  'member.invited',
  'member.joined',
  'member.role_changed',
  'member.removed',
  'invitation.revoked',
  'preview.created',
  'preview.revoked',
  'queue.retried',
  'queue.canceled',
  'queue.cleared',
  'queue.paused',
  'queue.resumed',
  'points.held',
  'points.released',
] as const
export const AuditAction = z.enum(AUDIT_ACTIONS)
export type AuditAction = z.infer<typeof AuditAction>

export const AuditSubjectKind = z.enum(['person', 'podcast', 'episode', 'file', 'report', 'queue'])
export type AuditSubjectKind = z.infer<typeof AuditSubjectKind>

export const AuditEntry = z.object({
  id: Id,
  createdAt: Timestamp,
  actorId: Id.nullable().describe('Null: the product itself, or a user whose account was deleted.'),
  actorName: z.string(),
  action: AuditAction,
  subjectKind: AuditSubjectKind,
  subjectId: z.string(),
  subjectName: z.string(),
  reason: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof AuditEntry>
