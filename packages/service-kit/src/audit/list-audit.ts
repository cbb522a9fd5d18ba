import { AuditEntry, ListAudit } from '@griot/contracts/audit'
import type { Endpoint } from '@griot/contracts/endpoint'
import { Id } from '@griot/contracts/values'
import { z } from 'zod'
import { type Queryable, type Sql, sql } from '../db/db.ts'
import { NewestFirst } from '../db/newest-first.ts'
import { containsWords, readSearched } from '../db/words.ts'
import { on, type Route } from '../http/route.ts'

/** One more than a page of the largest reader: the extra entry shows that there is another page. */
export const MOST_AUDIT_ENTRIES = 501

// A newer release of a service may record actions that this release does not list.
const Entry = AuditEntry.extend({ action: z.string() })
export type ListedEntry = z.infer<typeof Entry>

/** The gateway calls this endpoint of each service and has no public route to it. */
export const ReadAuditPart = {
  method: 'GET',
  path: '/api/audit-part',
  access: 'admin',
  summary: 'Lists the entries of the audit log of this service, newest first.',
  query: ListAudit.query.extend({ limit: z.coerce.number().int().min(1).max(MOST_AUDIT_ENTRIES) }),
  response: z.array(Entry),
} as const satisfies Endpoint

export type AuditQuery = z.infer<typeof ReadAuditPart.query>

export const auditPartRoutes = (db: Queryable): Route[] => [on(ReadAuditPart, ({ query }) => listAudit(db, query))]

/**
 * At most `limit` entries after the cursor, newest first. Rejects for an invalid cursor: a caller that also reads other parts
 * must not leave their promises without a handler.
 */
export const listAudit = async (db: Queryable, query: AuditQuery) =>
  readSearched(db, Entry, {
    table: 'audit_entry',
    words: containsWords(sql`actor_name || ' ' || subject_name || ' ' || coalesce(reason, '')`, query.text),
    conditions: conditionsOf(query),
    columns: sql`
      id, created_at as "createdAt", actor_id as "actorId", actor_name as "actorName", action,
      subject_kind as "subjectKind", subject_id as "subjectId", subject_name as "subjectName",
      concerns_id as "concernsId", reason, details
    `,
    orderBy: sql`created_at desc, id desc`,
    limit: query.limit,
  })

const conditionsOf = ({ cursor, actor, subject, action, from, to }: AuditQuery): Sql[] => {
  const after = NewestFirst.read(cursor)
  return [
    // One upper bound: of two, PostgreSQL may begin at the later one and read all rows between them. A cursor is before `to`.
    after === undefined ? undefined : sql`(created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`,
    to === undefined || after !== undefined ? undefined : sql`created_at < ${to}::timestamptz`,
    from === undefined ? undefined : sql`created_at >= ${from}::timestamptz`,
    actor === undefined ? undefined : sql`actor_id = ${actor}`,
    subject === undefined ? undefined : isAbout(subject),
    action === undefined ? undefined : sql`action = ${action}`,
  ].filter((condition) => condition !== undefined)
}

const isAbout = (subject: string) =>
  Id.safeParse(subject).success
    ? sql`(subject_id = ${subject} or concerns_id = ${subject}::uuid)`
    : sql`subject_id = ${subject}`
