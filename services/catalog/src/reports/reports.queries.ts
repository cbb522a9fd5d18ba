import type { QueryOf } from '@griot/contracts/endpoint'
import { type Decision, type ListReports, type NewReport, Report, ReportSubject } from '@griot/contracts/reports'
import { Id, Timestamp } from '@griot/contracts/values'
import { brokenConstraint } from '@griot/service-kit/db/database-errors'
import { type Queryable, sql, type Tx } from '@griot/service-kit/db/db'
import { conflict } from '@griot/service-kit/http/errors'
import type { Caller } from '@griot/service-kit/identity/identity'
import { nameOf } from '@griot/service-kit/identity/identity'
import { z } from 'zod'
import { listPage, TimePosition } from '../lists.ts'
import { isHiddenPodcast } from '../publishing/hidden.queries.ts'

/** Makes the reports of one user wait for each other until the transaction ends, so that each counts. */
export const lockReporter = (tx: Tx, userId: string) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`report ${userId}`}, 0))`)

/** The times of the user's reports in the last day, oldest first. */
export const reportTimes = async (tx: Tx, userId: string) => {
  const rows = await tx.many(
    z.object({ at: Timestamp }),
    sql`
      select created_at as at from report where reporter_id = ${userId} and created_at > now() - interval '1 day'
      order by created_at
    `,
  )
  return rows.map(({ at }) => Date.parse(at))
}

export const insertReport = async (tx: Tx, reporterId: string, report: z.output<typeof NewReport>) => {
  try {
    return await tx.one(
      z.object({ id: Id }),
      sql`
        insert into report (reporter_id, subject_kind, subject_id, reason, text)
        values (${reporterId}, ${report.subject}, ${report.id}, ${report.reason}, ${report.text})
        returning id
      `,
    )
  } catch (error) {
    if (brokenConstraint(error) !== 'report_undecided_once') throw error
    throw conflict('report.exists', 'You have reported this already. We look at your report first.')
  }
}

const MAX_COUNTED = 1_000

const countOf = (condition = sql`true`) => sql`(
  select count(*)::int from (
    select from report o where o.subject_id = r.subject_id and ${condition} limit ${MAX_COUNTED}
  ) counted
)`

const shown = sql`
  r.id, r.subject_kind as subject, r.subject_id as "subjectId", r.reason, r.text, r.state, r.created_at as "createdAt",
  r.assignee_name as "assigneeName", r.decision, r.decision_text as "decisionText", r.decided_at as "decidedAt",
  p.id as "podcastId", p.host_id as "ownerId", case when r.subject_kind = 'episode' then e.title else p.title end as title,
  coalesce(${isHiddenPodcast} or e.hidden_at is not null, false) as "isHidden",
  ${countOf()} as "reportsOfSubject", ${countOf(sql`o.state <> 'decided'`)} as "undecidedOfSubject"
`

/** Reports of all users, newest first. */
export const listReports = (
  db: Queryable,
  { state, reason, subject, subjectId, ...page }: QueryOf<typeof ListReports>,
) =>
  listPage(
    db,
    {
      row: Report,
      columns: shown,
      from: sql`report r`,
      joins: sql`
        left join episode e on r.subject_kind = 'episode' and e.id = r.subject_id
        left join podcast p on p.id = case when r.subject_kind = 'podcast' then r.subject_id else e.podcast_id end
      `,
      filter: [
        state && sql`r.state = ${state}`,
        reason && sql`r.reason = ${reason}`,
        subject && sql`r.subject_kind = ${subject}`,
        subjectId && sql`r.subject_id = ${subjectId}`,
      ],
      sortedBy: [sql`r.created_at`],
      id: sql`r.id`,
      position: TimePosition,
    },
    page,
  )

const LockedReport = z.object({
  id: Id,
  subject: ReportSubject,
  subjectId: Id,
  isDecided: z.boolean(),
  assigneeId: Id.nullable(),
})

/**
 * Locks a report until the transaction ends, and before it the reports about the same subject: two decisions about all
 * of them could otherwise wait for each other.
 */
export const lockReport = async (tx: Tx, id: string) => {
  await tx.run(sql`
    select pg_advisory_xact_lock(hashtextextended('reports of ' || subject_id, 0)) from report where id = ${id}
  `)
  return tx.maybeOne(
    LockedReport,
    sql`
      select id, subject_kind as subject, subject_id as "subjectId", state = 'decided' as "isDecided",
        assignee_id as "assigneeId"
      from report where id = ${id} for update
    `,
  )
}

export const assignReportRow = (tx: Tx, id: string, admin: Caller) =>
  tx.run(sql`
    update report set state = 'assigned', assignee_id = ${admin.id}, assignee_name = ${nameOf(admin)} where id = ${id}
  `)

const Decided = z.object({ id: Id, reporterId: Id })

/** Decides a locked report, or all undecided reports about its subject. */
export const decideReportRows = (
  tx: Tx,
  { id, subjectId }: z.output<typeof LockedReport>,
  { decision, text, allOfSubject }: z.output<typeof Decision>,
  admin: Caller,
) =>
  tx.many(
    Decided,
    sql`
      update report set
        state = 'decided', decision = ${decision}, decision_text = ${text}, decided_at = clock_timestamp(),
        assignee_id = ${admin.id}, assignee_name = ${nameOf(admin)}
      where state <> 'decided' and ${allOfSubject ? sql`subject_id = ${subjectId}` : sql`id = ${id}`}
      returning id, reporter_id as "reporterId"
    `,
  )

/** Deletes reports that were decided more than a year ago. Their decisions remain in the audit log. */
export const deleteOldReports = (db: Queryable) =>
  db.run(sql`delete from report where state = 'decided' and decided_at < clock_timestamp() - interval '1 year'`)
