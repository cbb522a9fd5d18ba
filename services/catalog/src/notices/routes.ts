import { CountUnreadNotices, ListNotices, ReadNotices } from '@griot/contracts/notices'
import { on } from '@griot/service-kit/http/route'
import type { Catalog } from '../catalog.ts'
import { countUnread, listNotices, markRead } from './notices.queries.ts'

export const noticeRoutes = ({ db }: Pick<Catalog, 'db'>) => [
  on(ListNotices, async ({ user, query, nextPage }) => {
    const { items, next } = await listNotices(db, user.id, query)
    nextPage(next)
    return items
  }),

  on(CountUnreadNotices, ({ user }) => countUnread(db, user.id)),

  on(ReadNotices, async ({ user, body }) => {
    await markRead(db, user.id, body.until)
    return countUnread(db, user.id)
  }),
]
