import { BlockPerson, GetPerson, ListPeople, UnblockPerson } from '@griot/contracts/people'
import { type AdminRoute, onAdmin } from '../api/admin-endpoints.ts'
import type { BlockPeople } from './block-people.ts'
import type { createReadPeople } from './read-people.ts'

export const peopleRoutes = (people: ReturnType<typeof createReadPeople>, blocks: BlockPeople): AdminRoute[] => [
  onAdmin(ListPeople, async ({ context: { state }, session, query, nextPage }) => {
    const page = await people.list({ session, requestId: state.requestId }, query)
    nextPage(page.next)
    return page.items
  }),
  onAdmin(GetPerson, ({ context: { state }, session, params }) =>
    people.one({ session, requestId: state.requestId }, params.id),
  ),
  onAdmin(BlockPerson, ({ session, params, body: { reason, shows } }) =>
    blocks.block(session.user, params.id, { reason, hidesShows: shows === 'hide' }),
  ),
  onAdmin(UnblockPerson, ({ session, params, body }) => blocks.unblock(session.user, params.id, body.reason)),
]
