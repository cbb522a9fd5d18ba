import { ListShowsOfAccount } from '@griot/contracts/catalog/account-deletion'
import { accountPartRoutes } from '@griot/service-kit/account/account-part'
import { ReadFutureHosts } from '@griot/service-kit/catalog/future-hosts'
import { on } from '@griot/service-kit/http/route'
import type { Catalog } from '../catalog.ts'
import { accountPart } from './account.ts'
import { listShowsOfAccount, readFutureHosts } from './heirs.queries.ts'

export const accountRoutes = ({ db }: Pick<Catalog, 'db'>) => [
  ...accountPartRoutes(db, accountPart({ db })),
  on(ReadFutureHosts, ({ user, query }) => readFutureHosts(db, user.id, query.ids)),
  on(ListShowsOfAccount, async ({ user, query, nextPage }) => {
    const { items, next } = await listShowsOfAccount(db, user.id, query)
    nextPage(next)
    return items
  }),
]
