import { DeleteMedia, GetMedia, ListUserMedia } from '@griot/contracts/media'
import { on, type Route } from '@griot/service-kit/app'
import type { Db } from '@griot/service-kit/db'
import type { Outbox } from '@griot/service-kit/outbox'
import { deleteFile } from './delete-file.ts'
import { findFile } from './files.queries.ts'
import { listFiles } from './list-files.ts'
import { fileNotFound } from './media-file.ts'

export const fileRoutes = (db: Db, outbox: Pick<Outbox, 'kick'>): Route[] => [
  on(ListUserMedia, async ({ user, query, nextPage }) => {
    const { items, next } = await listFiles(db, user.id, query)
    nextPage(next)
    return items
  }),
  on(GetMedia, async ({ user, params }) => {
    const file = await findFile(db, params.id)
    if (file === undefined || (file.ownerId !== user.id && !user.isAdmin)) throw fileNotFound()
    return file.shown
  }),
  on(DeleteMedia, async ({ user, params }) => {
    const deleted = await deleteFile(db, user, params.id)
    outbox.kick()
    return deleted
  }),
]
