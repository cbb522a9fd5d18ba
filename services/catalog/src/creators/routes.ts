import { CreateCreator, DeleteCreator, ListCreators, UpdateCreator } from '@griot/contracts/catalog/creators'
import { notFound } from '@griot/service-kit/errors'
import { on } from '@griot/service-kit/route'
import { type Catalog, readingFor } from '../catalog.ts'
import { hostOf } from '../host-of.ts'
import { changeCreator, insertCreator, listCreators } from './creators.queries.ts'
import { deleteCreator } from './delete-creator.ts'
import { portraitRoutes } from './portrait-routes.ts'

export const creatorRoutes = ({ db, reads, hot, store }: Catalog) => [
  ...portraitRoutes({ db, hot, store }),

  on(ListCreators, (call) => {
    const { cursor, limit } = call.query
    const userId = hostOf({ query: { hostId: call.query.userId }, user: call.user })
    const { from, isFresh } = readingFor({ db, reads }, call)
    const key = cursor === undefined && !isFresh ? `creators ${userId} ${limit}` : null
    return hot.page(call, key, () => listCreators(from, { userId, cursor, limit }))
  }),

  on(CreateCreator, async ({ user, body, log }) => {
    const creator = await insertCreator(db, { ...body, userId: user.id })
    // Their podcasts show their picture from now on.
    hot.drop()
    log.info({ creatorId: creator.id, userId: user.id }, 'creator profile created')
    return creator
  }),

  on(UpdateCreator, async ({ user, params: { id }, body, log }) => {
    const creator = await changeCreator(db, id, user.id, body)
    if (creator === undefined) throw notFound('creator')
    hot.drop()
    log.info({ creatorId: id, userId: user.id }, 'creator profile changed')
    return creator
  }),

  on(DeleteCreator, async ({ user, params: { id }, query, log }) => {
    await deleteCreator(db, id, user.id, query.confirm === 'true')
    hot.drop()
    log.info({ creatorId: id, userId: user.id }, 'creator profile deleted')
    return { id }
  }),
]
