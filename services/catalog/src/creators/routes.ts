import { CreateCreator, ListCreators } from '@griot/contracts/catalog'
import { on } from '@griot/service-kit/app'
import type { Catalog } from '../catalog.ts'
import { insertCreator, listCreators } from './creators.queries.ts'

export const creatorRoutes = ({ db, hot }: Catalog) => [
  on(ListCreators, (call) => {
    const { userId, cursor, limit } = call.query
    const key = cursor === undefined ? `creators ${userId} ${limit}` : null
    return hot.page(call, key, () => listCreators(db, call.query))
  }),

  on(CreateCreator, async ({ user, body, log }) => {
    const creator = await insertCreator(db, { ...body, userId: user.id })
    // Their podcasts show their picture from now on.
    hot.drop()
    log.info({ creatorId: creator.id, userId: user.id }, 'creator profile created')
    return creator
  }),
]
