import { ListPodcasts } from '@griot/contracts/catalog/podcasts'
import type { QueryOf, ResponseOf } from '@griot/contracts/endpoint'
import type { GetPerson, ListPeople, Person, PersonDetails } from '@griot/contracts/people'
import { type ServiceName, serviceUrls } from '@griot/contracts/services'
import { GetPointsOfUser, ListStoredBytes } from '@griot/service-kit/account/admin-calls'
import { callService } from '@griot/service-kit/http/call-service'
import { orNotFound } from '@griot/service-kit/http/errors'
import { z } from 'zod'
import type { ReadAudit } from '../audit/audit-log.ts'
import { rolesOf } from '../auth/roles.ts'
import type { Session } from '../http/context.ts'
import type { Shared } from '../shared.ts'
import { findPerson, listPeople, type PersonRow } from './people.queries.ts'

const SHOWN_ENTRIES = 10
const SHOWN_PODCASTS = 50

// Only the fields that are used: another version of the service may return more or fewer of the others.
const ListTitles = {
  ...ListPodcasts,
  response: z.array(z.object({ id: z.string(), title: z.string() })),
}

interface Reader {
  session: Session
  requestId: string
}

/** Reads users, with the facts that services store about them. */
export const createReadPeople = (
  { db, config, tokenFor, log }: Pick<Shared, 'db' | 'config' | 'tokenFor' | 'log'>,
  readAudit: ReadAudit,
) => {
  const urls = serviceUrls(config)
  const targetOf = async (service: ServiceName, { session, requestId }: Reader) => ({
    ...{ url: urls[service], token: await tokenFor(session), requestId },
  })

  /** Null if a service is unavailable: the other facts are useful without it. */
  const orNull = async <Value>(reading: Promise<Value | undefined>, { requestId }: Reader) => {
    const value = await reading.catch((error: unknown) => {
      log.warn({ err: error, requestId }, 'facts of people not read')
    })
    return value ?? null
  }

  const readStorage = async (reader: Reader, ids: string[]) => {
    if (ids.length === 0) return []
    return callService(await targetOf('media', reader), ListStoredBytes, { query: { ids: ids.join(',') } })
  }

  const asPeople = async (reader: Reader, rows: PersonRow[]): Promise<Person[]> => {
    const ids = rows.map(({ id }) => id)
    const stored = await orNull(readStorage(reader, ids), reader)
    const bytes = new Map(stored?.map(({ userId, storedBytes }) => [userId, storedBytes]))
    return rows.map(({ id, email, firstName, lastName, createdAt, lastSeenAt, blockedAt, ...account }) => ({
      ...{ id, email, firstName, lastName, createdAt, lastSeenAt, blockedAt },
      roles: rolesOf({ email, ...account }, config),
      storedBytes: stored === null ? null : (bytes.get(id) ?? 0),
    }))
  }

  return {
    async list(reader: Reader, query: QueryOf<typeof ListPeople>) {
      const { items, next } = await listPeople(db, query)
      return { items: await asPeople(reader, items), next }
    },

    async one(reader: Reader, id: string): Promise<ResponseOf<typeof GetPerson>> {
      const found = orNotFound(await findPerson(db, id), 'user')
      const { signedInAt, sessionCount, sessions, blockedReason, hidesShows, isBlockPending, ...row } = found
      const catalog = await targetOf('catalog', reader)
      const points = await targetOf('listening-points', reader)
      const [[person], podcasts, ofPoints, audit] = await Promise.all([
        asPeople(reader, [row]),
        orNull(callService(catalog, ListTitles, { query: { hostId: id, limit: SHOWN_PODCASTS } }), reader),
        orNull(callService(points, GetPointsOfUser, { params: { id } }), reader),
        orNull(readAudit(reader, { subject: id, limit: SHOWN_ENTRIES }), reader),
      ])
      return {
        ...(person as Person),
        ...{ signedInAt, sessionCount, sessions, blockedReason, hidesShows, isBlockPending },
        ...{ podcasts, points: ofPoints },
        auditEntries: (audit?.items ?? null) as PersonDetails['auditEntries'],
      }
    },
  }
}
