import {
  DeleteMedia,
  GetMedia,
  GetMediaTimeline,
  ListUserMedia,
  RenameMedia,
  ReplaceMedia,
  RetryMedia,
} from '@griot/contracts/media/files'
import type { Db } from '@griot/service-kit/db'
import type { Outbox } from '@griot/service-kit/outbox'
import { on, type Route } from '@griot/service-kit/route'
import { retryFile } from '../queue/act-on-queue.ts'
import { replaceFile } from '../replacing/replace-file.ts'
import { timelineOf } from '../timeline/timeline.queries.ts'
import { deleteFile } from './delete-file.ts'
import { listFiles } from './list-files.ts'
import { ownFile } from './own-file.ts'
import { renameFile } from './rename-file.ts'

export const fileRoutes = (db: Db, outbox: Pick<Outbox, 'kick'>): Route[] => [
  on(ListUserMedia, async ({ user, query, nextPage }) => {
    const { items, next } = await listFiles(db, user.id, query)
    nextPage(next)
    return items
  }),
  on(GetMedia, async ({ user, params }) => (await ownFile(db, user, params.id)).shown),
  on(GetMediaTimeline, async ({ user, params }) => {
    const { shown } = await ownFile(db, user, params.id)
    return timelineOf(db, shown.id, { isTechnical: user.isAdmin })
  }),
  on(RenameMedia, ({ user, params, body }) => renameFile(db, user, params.id, body.originalName)),
  on(RetryMedia, async ({ user, params }) => {
    const file = await retryFile(db, user, params.id)
    outbox.kick()
    return file
  }),
  on(ReplaceMedia, async ({ user, params, body }) => {
    const file = await replaceFile(db, user, params.id, body.mediaFileId)
    outbox.kick()
    return file
  }),
  on(DeleteMedia, async ({ user, params }) => {
    const deleted = await deleteFile(db, user, params.id)
    outbox.kick()
    return deleted
  }),
]
