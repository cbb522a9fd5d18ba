import { type AuditQuery, type ListedEntry, MOST_AUDIT_ENTRIES } from '@griot/service-kit/audit/list-audit'
import { asLine, asText, csvPages } from '@griot/service-kit/csv'
import type { Page } from '@griot/service-kit/db/cursor'

const COLUMNS = ['time', 'actor', 'actor id', 'action', 'subject', 'subject name', 'subject id', 'reason', 'details']
const ENTRIES_AT_A_TIME = MOST_AUDIT_ENTRIES - 1

type ReadPage = (query: Pick<AuditQuery, 'cursor' | 'limit'>) => Promise<Page<ListedEntry>>

/** All entries as CSV. Rejects if the first page cannot be read. */
export const auditCsv = async (read: ReadPage) => {
  const readPage = (cursor?: string) => read({ cursor, limit: ENTRIES_AT_A_TIME })
  return csvPages({ columns: COLUMNS, first: await readPage(), readPage, lineOf })
}

const lineOf = (entry: ListedEntry) => {
  const { createdAt, actorName, actorId, action, subjectKind, subjectName, subjectId, reason, details } = entry
  const written = [actorName, actorId ?? '', action, subjectKind, subjectName, subjectId, reason ?? '']
  return asLine([createdAt, ...written.map(asText), asText(JSON.stringify(details))])
}
