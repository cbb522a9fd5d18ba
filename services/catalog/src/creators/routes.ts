import { CreateCreator, DeleteCreator, ListCreators, UpdateCreator } from '@griot/contracts/catalog/creators'
import { orNotFound } from '@griot/service-kit/http/errors'
import { on } from '@griot/service-kit/http/route'
import { type Catalog, hostFilter } from '../catalog.ts'
import { pictureRoutes } from '../pictures/routes.ts'
import { findCreatorOf, insertCreator, listCreators, updateCreator } from './creators.queries.ts'
import { deleteCreator } from './delete-creator.ts'

export const creatorRoutes = ({ db, cache, store }: Catalog) => [
  ...pictureRoutes({ db, store }, 'portrait', {
    findOwner: (id, user) => findCreatorOf(db, id, user.id),
    mayReadHidden: async (_, user) => user?.isAdmin ?? false,
  }),

  on(ListCreators, (call) => {
    const filter = { ...call.query, userId: hostFilter(call.query.userId, call.user) }
    return cache.page(call, 'creators', filter, listCreators)
  }),

  on(CreateCreator, async ({ user, body, log }) => {
    const creator = await insertCreator(db, user.id, body)
    log.info({ creatorId: creator.id, userId: user.id }, 'creator profile created')
    return creator
  }),

  on(UpdateCreator, async ({ user, params: { id }, body, log }) => {
    const creator = orNotFound(await updateCreator(db, id, user.id, body), 'creator')
    log.info({ creatorId: id, userId: user.id }, 'creator profile updated')
    return creator
  }),

  on(DeleteCreator, async ({ user, params: { id }, query, log }) => {
    await deleteCreator(db, id, user.id, query.confirm === 'true')
    log.info({ creatorId: id, userId: user.id }, 'creator profile deleted')
    return { id }
  }),
]
