import { type AuditQuery, type ListedEntry, MOST_AUDIT_ENTRIES } from '@griot/service-kit/audit/list-audit'
import type { Page } from '@griot/service-kit/db/cursor'
import { asLine, asText, BYTE_ORDER_MARK } from '@griot/service-kit/http/csv'

const COLUMNS = ['time', 'actor', 'actor id', 'action', 'subject', 'subject name', 'subject id', 'reason', 'details']
const ENTRIES_AT_A_TIME = MOST_AUDIT_ENTRIES - 1

type ReadPage = (query: Pick<AuditQuery, 'cursor' | 'limit'>) => Promise<Page<ListedEntry>>

/** All entries as CSV. The first page is read before the first byte, so that an outage can still be reported. */
export const auditCsv = async (readPage: ReadPage) =>
  linesFrom(await readPage({ cursor: undefined, limit: ENTRIES_AT_A_TIME }), readPage)

async function* linesFrom(first: Page<ListedEntry>, readPage: ReadPage) {
  yield `${BYTE_ORDER_MARK}${asLine(COLUMNS)}`
  let page = first
  yield page.items.map(lineOf).join('')
  while (page.next !== null) {
    page = await readPage({ cursor: page.next, limit: ENTRIES_AT_A_TIME })
    yield page.items.map(lineOf).join('')
  }
}

const lineOf = (entry: ListedEntry) => {
  const { createdAt, actorName, actorId, action, subjectKind, subjectName, subjectId, reason, details } = entry
  const written = [actorName, actorId ?? '', action, subjectKind, subjectName, subjectId, reason ?? '']
  return asLine([createdAt, ...written.map(asText), asText(JSON.stringify(details))])
}
