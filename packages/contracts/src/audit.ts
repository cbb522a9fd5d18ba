import { z } from 'zod'
import { get } from './endpoint.ts'
import { Id, page, Timestamp, text } from './values.ts'

/** The changes that the audit log contains. */
export const AUDIT_ACTIONS = [
  'person.blocked',
  'person.unblocked',
  'podcast.edited',
  'podcast.deleted',
  'podcast.hidden',
  'podcast.restored',
  'podcast.featured',
  'podcast.unfeatured',
  'podcast.moved',
  'podcast.move_undone',
  'episode.edited',
  'episode.deleted',
  'episode.hidden',
  'episode.restored',
  'file.removed',
  'report.assigned',
  'report.decided',
  'member.invited',
  'member.joined',
  'member.role_changed',
  'member.removed',
  'podcast.handed_over',
  'invitation.revoked',
  'invitation.not_mailed',
  'preview.created',
  'preview.revoked',
  'queue.retried',
  'queue.canceled',
  'queue.cleared',
  'queue.stopped',
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
  concernsId: Id.nullable().describe('The user whom the change concerns, such as the owner of the show.'),
  reason: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const EARLIEST = Date.parse('0001-01-01T00:00:00Z')
const LATEST = Date.parse('9999-12-31T23:59:59Z')

/** In UTC and with a year of four digits: PostgreSQL refuses some years and offsets of ISO 8601. */
const FilterTime = Timestamp.transform((time) =>
  new Date(Math.min(Math.max(Date.parse(time), EARLIEST), LATEST)).toISOString(),
)

const filter = {
  actor: Id.optional().describe('The user who made the change.'),
  subject: text(200).optional().describe('The id of the subject, or of the user whom the change concerns.'),
  action: AuditAction.optional(),
  from: FilterTime.optional(),
  to: FilterTime.optional().describe('Exclusive.'),
  text: text(200).optional().describe('Starts of words of the names and the reason.'),
}

const also = { 503: 'A service is unavailable; the list is never incomplete.' }

export const ListAudit = get('/api/admin/audit', 'admin', {
  summary: 'Lists the changes by admins and members of shows in all services, newest first.',
  query: page(50).extend(filter),
  response: z.array(AuditEntry),
  also,
})

export const DownloadAudit = get('/api/admin/audit.csv', 'admin', {
  summary: 'Returns all entries of the audit log that match as CSV, newest first.',
  query: z.object(filter),
  responseType: 'text/csv',
  also,
})
