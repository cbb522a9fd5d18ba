import {
  CreateFavorite,
  CreateHistoryEntry,
  DeleteFavorite,
  DeleteHistoryEntry,
  GetLibraryCounts,
  ListFavorites,
  ListHistory,
  UpdateHistoryEntry,
} from '@griot/contracts/library'
import { toPage } from '@griot/service-kit/cursor'
import type { Db } from '@griot/service-kit/db'
import { notFound } from '@griot/service-kit/errors'
import { on, type Route } from '@griot/service-kit/route'
import type { Facts } from '../catalog/facts.ts'
import { NewestFirst } from '../newest-first.ts'
import { addFavorite, listFavorites, removeFavorite } from './favorites.queries.ts'
import { asEntry, countLibrary, hideEntry, listHistory } from './history.queries.ts'
import { rememberEpisode, updateEntry } from './history.ts'

export const libraryRoutes = (db: Db, facts: Facts): Route[] => [
  on(GetLibraryCounts, ({ user, query }) => countLibrary(db, user.id, query.podcastId)),

  on(ListHistory, async ({ user, query, nextPage }) => {
    const { limit, cursor, episodeId, episodeIds, state } = query
    const rows = await listHistory(db, user.id, {
      limit,
      episodeIds: episodeId === undefined ? episodeIds : [episodeId],
      isBegun: state === 'begun',
      after: NewestFirst.read(cursor),
    })
    const page = toPage(rows, limit, ({ lastListenedAt, id }) => NewestFirst.write([lastListenedAt, id]))
    nextPage(page.next)
    return page.items.map(asEntry)
  }),

  on(CreateHistoryEntry, async ({ user, body, setStatus, token, requestId }) => {
    const { entry, isNew } = await rememberEpisode({ db, facts, asking: { token, requestId } }, user.id, body)
    if (!isNew) setStatus(200)
    return entry
  }),

  on(UpdateHistoryEntry, ({ user, params, body }) => updateEntry(db, user.id, params.id, body)),

  on(DeleteHistoryEntry, async ({ user, params }) => {
    if ((await hideEntry(db, user.id, params.id)) === 0) throw notFound('listening_history')
    return undefined
  }),

  on(ListFavorites, async ({ user, query, nextPage }) => {
    const { limit, cursor, podcastId } = query
    const rows = await listFavorites(db, user.id, { limit, podcastId, after: NewestFirst.read(cursor) })
    const page = toPage(rows, limit, ({ createdAt, id }) => NewestFirst.write([createdAt, id]))
    nextPage(page.next)
    return page.items
  }),

  on(CreateFavorite, async ({ user, body, setStatus, token, requestId }) => {
    const podcast = await facts.podcast({ token, requestId }, body.podcastId.toLowerCase())
    if (podcast === undefined) throw notFound('podcast')
    const { isNew, ...favorite } = await addFavorite(db, user.id, podcast.id)
    if (!isNew) setStatus(200)
    return favorite
  }),

  on(DeleteFavorite, async ({ user, params }) => {
    if ((await removeFavorite(db, user.id, params.id)) === 0) throw notFound('favorite')
    return undefined
  }),
]
