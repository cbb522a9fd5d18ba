import { z } from 'zod'
import { get, post } from './endpoint.ts'
import { Id, page, Timestamp, text } from './values.ts'

export const REPORT_REASONS = ['spam', 'hate', 'violence', 'copyright', 'misleading', 'sexual', 'other'] as const
export const ReportReason = z.enum(REPORT_REASONS, { error: 'Please choose a reason.' })
export type ReportReason = z.infer<typeof ReportReason>

export const REPORT_REASON_TEXTS: Readonly<Record<ReportReason, string>> = {
  spam: 'Spam',
  hate: 'Hate or harassment',
  violence: 'Violence',
  copyright: 'Copyright',
  misleading: 'Misleading',
  sexual: 'Sexual content',
  other: 'Something else',
}

export const ReportSubject = z.enum(['podcast', 'episode'])
export type ReportSubject = z.infer<typeof ReportSubject>

export const REPORTS_PER_DAY = 20
export const MAX_REPORT_TEXT = 2000

export const NewReport = z
  .strictObject({
    subject: ReportSubject,
    id: Id,
    reason: ReportReason,
    text: text(MAX_REPORT_TEXT).default('').describe('Required for the reason `other`.'),
  })
  .refine(({ reason, text }) => reason !== 'other' || text !== '', {
    path: ['text'],
    error: 'Please describe the problem.',
  })

export const SendReport = post('/api/reports', 'user', {
  summary: 'Reports a podcast or an episode to the admins.',
  body: NewReport,
  status: 201,
  response: z.object({ id: Id }),
  also: {
    404: 'The podcast or episode does not exist, or the caller may not see it.',
    409: 'The caller has reported it already, and that report is not decided.',
    429: `The caller has sent ${REPORTS_PER_DAY} reports within a day.`,
  },
})

export const REPORT_STATES = ['open', 'assigned', 'decided'] as const
export const ReportState = z.enum(REPORT_STATES)
export type ReportState = z.infer<typeof ReportState>

export const ReportDecision = z.enum(['dismissed', 'hidden', 'other'])
export type ReportDecision = z.infer<typeof ReportDecision>

export const Report = z.object({
  id: Id,
  subject: ReportSubject,
  subjectId: Id,
  podcastId: Id.nullable(),
  title: z.string().nullable().describe('Of the podcast or episode; null if it was deleted.'),
  ownerId: Id.nullable(),
  isHidden: z.boolean(),
  reason: ReportReason,
  text: z.string(),
  state: ReportState,
  createdAt: Timestamp,
  assigneeName: z.string().nullable(),
  decision: ReportDecision.nullable(),
  decisionText: z.string(),
  decidedAt: Timestamp.nullable(),
  reportsOfSubject: z.number().int().describe('Reports about the same podcast or episode, at most 1,000.'),
  undecidedOfSubject: z.number().int().describe('Those that are not decided, at most 1,000.'),
})
export type Report = z.infer<typeof Report>

export const ListReports = get('/api/admin/reports', 'admin', {
  summary: 'Lists the reports of all users, newest first.',
  query: page(50).extend({
    state: ReportState.optional(),
    reason: ReportReason.optional(),
    subject: ReportSubject.optional(),
    subjectId: Id.optional().describe('Only about this podcast or episode.'),
  }),
  response: z.array(Report),
})

const Changed = z.object({ id: Id })

export const AssignReport = post('/api/admin/report/:id/assign', 'admin', {
  summary: 'Assigns a report to the caller. A repeated call changes nothing.',
  response: Changed,
  also: { 409: 'It is decided.' },
})

export const Decision = z
  .strictObject({
    decision: ReportDecision.describe('`hidden` hides the podcast or episode; it needs a text for the owner.'),
    text: text(500).default('').describe('The reporter reads it, and if something is hidden, the owner.'),
    allOfSubject: z.boolean().default(false).describe('Decides all undecided reports about the same subject.'),
  })
  .refine(({ decision, text }) => decision === 'dismissed' || text !== '', {
    path: ['text'],
    error: 'Please give a reason.',
  })

export const DecideReport = post('/api/admin/report/:id/decide', 'admin', {
  summary: 'Decides a report, and notifies the reporter. Notifies the owner if the podcast or episode is hidden.',
  body: Decision,
  response: z.object({ id: Id, decided: z.number().int().describe('The number of reports that are decided now.') }),
  also: { 409: 'Another admin has decided it, or its subject was deleted.' },
})
