import { AccountExport, AccountPart } from '@griot/contracts/account'
import type { Endpoint } from '@griot/contracts/endpoint'
import { z } from 'zod'
import { type Queryable, type Sql, sql } from './db.ts'
import { on, type Route } from './route.ts'

// Between the gateway and the services: the public door has no row for these, so from outside there is nothing here.

export const ReadAccountPart = {
  method: 'GET',
  path: '/api/account-part',
  access: 'user',
  summary: 'Everything that this service keeps about the caller.',
  response: AccountPart,
} as const satisfies Endpoint

export const RemoveAccountPart = {
  method: 'DELETE',
  path: '/api/account-part',
  access: 'user',
  summary: 'Removes what this service keeps about the caller. Asking again goes on where it was, and does no harm.',
  response: z.object({}),
} as const satisfies Endpoint

/** An uploaded picture among the rows of a part, under `pictures`: its bytes are asked for by themselves. */
export const PictureOfAccount = AccountExport.shape.pictures.element
  .omit({ picture: true })
  .extend({ address: z.string().startsWith('/api/') })

export interface AccountPartOf {
  read(userId: string): Promise<AccountPart>
  /** May be broken off anywhere and done again. */
  remove(userId: string): Promise<unknown>
}

/** The part of an account that a service keeps. */
export const accountPartRoutes = ({ read, remove }: AccountPartOf): Route[] => [
  on(ReadAccountPart, ({ user }) => read(user.id)),
  on(RemoveAccountPart, async ({ user, log }) => {
    await remove(user.id)
    log.info('account removed')
    return {}
  }),
]

const Rows = z.object({ rows: z.array(z.record(z.string(), z.unknown())) })

/** The rows of each query under its name, as the database shows them. */
export const exportRows = async (db: Queryable, queries: Readonly<Record<string, Sql>>): Promise<AccountPart> => {
  const part: AccountPart = {}
  for (const [name, query] of Object.entries(queries)) {
    const { rows } = await db.one(Rows, sql`select coalesce(json_agg(row_to_json(t)), '[]') as rows from (${query}) t`)
    part[name] = rows
  }
  return part
}
