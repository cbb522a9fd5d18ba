import { AccountExport, AccountPart } from '@griot/contracts/account'
import type { Endpoint } from '@griot/contracts/endpoint'
import { z } from 'zod'
import { auditOf, forgetInAudit } from '../audit/audit-of-user.ts'
import { type Queryable, type Sql, sql } from '../db/db.ts'
import type { CallServiceOptions } from '../http/call-service.ts'
import { on, type Route } from '../http/route.ts'

// The gateway calls these endpoints of each service and has no public route to them.

export const ReadAccountPart = {
  method: 'GET',
  path: '/api/account-part',
  access: 'user',
  summary: 'Everything that this service stores about the caller.',
  response: AccountPart,
} as const satisfies Endpoint

export const RemoveAccountPart = {
  method: 'DELETE',
  path: '/api/account-part',
  access: 'user',
  summary: 'Deletes what this service stores about the caller. A repeated call continues an interrupted one.',
  response: z.object({}),
} as const satisfies Endpoint

/** A picture in the `pictures` rows of a part. The gateway fetches its bytes from `address`. */
export const PictureOfAccount = AccountExport.shape.pictures.element
  .omit({ picture: true })
  .extend({ address: z.string().startsWith('/api/') })

/** For calls of other services on behalf of the user. */
type CallOfUser = Pick<CallServiceOptions, 'token' | 'requestId'>

export interface AccountPartOf {
  read(userId: string): Promise<AccountPart>
  /** Must be safe to repeat after an interruption, and independent of the order of the services. */
  remove(userId: string, call: CallOfUser): Promise<unknown>
}

/** The part of a service, and what every service stores: the user's entries in the audit log. */
export const accountPartRoutes = (db: Queryable, { read, remove }: AccountPartOf): Route[] => [
  on(ReadAccountPart, async ({ user }) => ({
    ...(await read(user.id)),
    ...(await exportRows(db, { auditEntries: auditOf(user.id) })),
  })),
  on(RemoveAccountPart, async ({ user, log, token, requestId }) => {
    await remove(user.id, { token, requestId })
    await forgetInAudit(db, user.id)
    log.info('account removed')
    return {}
  }),
]

const Rows = z.object({ rows: z.array(z.record(z.string(), z.unknown())) })

/** The rows of each query, as the database formats them. */
export const exportRows = async (db: Queryable, queries: Readonly<Record<string, Sql>>): Promise<AccountPart> => {
  const part: AccountPart = {}
  for (const [name, query] of Object.entries(queries)) {
    const { rows } = await db.one(Rows, sql`select coalesce(json_agg(row_to_json(t)), '[]') as rows from (${query}) t`)
    part[name] = rows
  }
  return part
}
