import { SERVICES, type ServiceName, serviceUrls } from '@griot/contracts/services'
import { type AuditQuery, type ListedEntry, listAudit, ReadAuditPart } from '@griot/service-kit/audit/list-audit'
import type { Page } from '@griot/service-kit/db/cursor'
import { type Db, sql } from '@griot/service-kit/db/db'
import { pageByNewest } from '@griot/service-kit/db/newest-first'
import { callService } from '@griot/service-kit/http/call-service'
import { AppError, isOutage } from '@griot/service-kit/http/errors'
import { z } from 'zod'
import type { Session } from '../http/context.ts'
import type { Shared } from '../shared.ts'

// As long as a statement of a service may take, and no page may lack a part.
const TIMEOUT_MS = 5_000

interface Reader {
  session: Session
  requestId: string
}

export type ReadAudit = (reader: Reader, query: AuditQuery) => Promise<Page<ListedEntry>>

/** Reads the audit log, of which the gateway and each service store a part. A page is never incomplete. */
export const createReadAudit = ({ db, config, tokenFor }: Pick<Shared, 'db' | 'config' | 'tokenFor'>): ReadAudit => {
  const urls = serviceUrls(config)

  const readPart = async (service: ServiceName, { session, requestId }: Reader, query: AuditQuery) => {
    const target = { url: urls[service], token: await tokenFor(session), requestId, timeoutMs: TIMEOUT_MS }
    const part = await callService(target, ReadAuditPart, { query }).catch((error: unknown) => {
      throw isOutage(error) ? incomplete(error) : error
    })
    // The previous release of a service does not have this endpoint.
    if (part === undefined) throw incomplete()
    return part
  }

  return async (reader, query) => {
    const wanted = { ...query, limit: query.limit + 1 }
    const parts = SERVICES.map((service) => readPart(service, reader, wanted))
    const entries = (await Promise.all([listAudit(db, wanted), ...parts])).flat().sort(compareByNewest)
    const { items, next } = pageByNewest(entries.slice(0, wanted.limit), query.limit)
    return { items: await addNames(db, items), next }
  }
}

const incomplete = (cause?: unknown) =>
  new AppError(
    503,
    'service.unavailable',
    'A service does not respond, so the audit log would be incomplete. Please try again in a moment.',
    { retryAfter: 2, cause },
  )

const compareByNewest = (a: ListedEntry, b: ListedEntry) =>
  b.createdAt.localeCompare(a.createdAt) || (a.id < b.id ? 1 : -1)

const Name = z.object({ id: z.string(), name: z.string() })

/** Adds the names of users, which some services do not store. */
const addNames = async (db: Db, entries: ListedEntry[]) => {
  const isUnnamed = ({ subjectKind, subjectName }: ListedEntry) => subjectKind === 'person' && subjectName === ''
  const ids = entries.filter(isUnnamed).map(({ subjectId }) => subjectId)
  if (ids.length === 0) return entries
  const found = await db.many(
    Name,
    sql`select id, trim(first_name || ' ' || last_name) as name from user_account where id = any(${ids}::uuid[])`,
  )
  const names = new Map(found.map(({ id, name }) => [id, name]))
  return entries.map((entry) =>
    isUnnamed(entry) ? { ...entry, subjectName: names.get(entry.subjectId) ?? 'Deleted user' } : entry,
  )
}
