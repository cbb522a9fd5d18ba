import type { Decision, ReportDecision } from '@griot/contracts/reports'
import { recordAudit } from '@griot/service-kit/audit/record-audit'
import { type Db, inTransaction, type Tx } from '@griot/service-kit/db/db'
import { conflict, orNotFound } from '@griot/service-kit/http/errors'
import type { Caller } from '@griot/service-kit/identity/identity'
import type { z } from 'zod'
import { changeEpisodeHidden, changePodcastHidden } from '../moderation/moderate.ts'
import { lockAnyEpisode, lockAnyPodcast } from '../moderation/moderation.queries.ts'
import { insertNotices } from '../notices/notices.queries.ts'
import { assignReportRow, decideReportRows, lockReport } from './reports.queries.ts'

type Locked = NonNullable<Awaited<ReturnType<typeof lockReport>>>

const undecided = async (tx: Tx, id: string) => {
  const report = orNotFound(await lockReport(tx, id), 'report')
  if (report.isDecided) throw conflict('report.decided', 'Another admin has decided this report already.')
  return report
}

const lockSubject = (tx: Tx, { subject, subjectId }: Locked) =>
  subject === 'podcast' ? lockAnyPodcast(tx, subjectId) : lockAnyEpisode(tx, subjectId)

/** Assigns a report to the admin, also if another admin has it. */
export const assignReport = (db: Db, admin: Caller, id: string) =>
  inTransaction(db, async (tx) => {
    const report = await undecided(tx, id)
    if (report.assigneeId === admin.id) return { id }
    await assignReportRow(tx, id, admin)
    await recordAudit(tx, admin, {
      action: 'report.assigned',
      subject: { kind: 'report', id, name: (await lockSubject(tx, report))?.title ?? 'A deleted show or episode' },
    })
    return { id }
  })

const RESULTS: Readonly<Record<ReportDecision, string>> = {
  dismissed: 'We looked at it and left it as it is.',
  hidden: 'It is hidden now. Thank you for the report.',
  other: 'We looked at it.',
}

/** Decides a report. Throws 409 if another admin has decided it. */
export const decideReport = (db: Db, admin: Caller, id: string, given: z.output<typeof Decision>) =>
  inTransaction(db, async (tx) => {
    const { decision, text } = given
    const report = await undecided(tx, id)
    const subject = await lockSubject(tx, report)
    const decided = await decideReportRows(tx, report, given, admin)
    if (decision === 'hidden') {
      if (subject === undefined) {
        throw conflict('report.subject_deleted', 'It was deleted in the meantime. Dismiss the report instead.')
      }
      const hide = report.subject === 'podcast' ? changePodcastHidden : changeEpisodeHidden
      if (!subject.isHidden) await hide(tx, { admin, id: report.subjectId, reason: text }, true)
    }
    const name = subject?.title ?? 'A deleted show or episode'
    await recordAudit(tx, admin, {
      action: 'report.decided',
      subject: { kind: 'report', id, name },
      concernsId: subject?.ownerId ?? null,
      reason: text || null,
      details: { decision, reports: decided.length },
    })
    await insertNotices(
      tx,
      decided.map(({ reporterId }) => ({
        userId: reporterId,
        title: 'We decided on your report',
        text: [`You reported “${name}”.`, RESULTS[decision], ...(text === '' ? [] : [text])].join(' '),
        link: decision === 'hidden' || subject === undefined ? null : `/${report.subject}/${report.subjectId}`,
      })),
    )
    return { id, decided: decided.length }
  })
