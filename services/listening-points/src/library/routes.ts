import {
  CreateFavorite,
  CreateHistoryEntry,
  DeleteFavorite,
  DeleteHistoryEntry,
  DeleteSavedEpisode,
  GetLibraryCounts,
  ListFavorites,
  ListHistory,
  ListSavedEpisodes,
  SaveEpisode,
  UpdateHistoryEntry,
} from '@griot/contracts/library'
import { toPage } from '@griot/service-kit/db/cursor'
import type { Db } from '@griot/service-kit/db/db'
import { NewestFirst, pageByNewest } from '@griot/service-kit/db/newest-first'
import { notFound, orNotFound } from '@griot/service-kit/http/errors'
import { on, type Route } from '@griot/service-kit/http/route'
import type { Facts } from '../catalog/facts.ts'
import { addFavorite, listFavorites, removeFavorite } from './favorites.queries.ts'
import { asEntry, countLibrary, hideEntry, listHistory } from './history.queries.ts'
import { createEntry, updateEntry } from './history.ts'
import { listSavedEpisodes, removeSavedEpisode, saveEpisode } from './saved-episodes.queries.ts'

export const libraryRoutes = (db: Db, facts: Facts): Route[] => [
  on(GetLibraryCounts, ({ user, query }) => countLibrary(db, user.id, query.podcastId)),

  on(ListHistory, async ({ user, query, nextPage }) => {
    const { limit, cursor, episodeId, episodeIds, podcastId, state } = query
    const rows = await listHistory(db, user.id, {
      limit,
      episodeIds: episodeId === undefined ? episodeIds : [episodeId],
      podcastId,
      state,
      after: NewestFirst.read(cursor),
    })
    const page = toPage(rows, limit, ({ lastListenedAt, id }) => NewestFirst.write([lastListenedAt, id]))
    nextPage(page.next)
    return page.items.map(asEntry)
  }),

  on(CreateHistoryEntry, async ({ user, body, setStatus, token, requestId }) => {
    const { entry, isNew } = await createEntry({ db, facts, caller: { token, requestId } }, user.id, body)
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
    const page = pageByNewest(rows, limit)
    nextPage(page.next)
    return page.items
  }),

  on(CreateFavorite, async ({ user, body, setStatus, token, requestId }) => {
    const podcast = orNotFound(await facts.podcast({ token, requestId }, body.podcastId), 'podcast')
    const { isNew, ...favorite } = await addFavorite(db, user.id, podcast.id)
    if (!isNew) setStatus(200)
    return favorite
  }),

  on(DeleteFavorite, async ({ user, params }) => {
    if ((await removeFavorite(db, user.id, params.id)) === 0) throw notFound('favorite')
    return undefined
  }),

  on(ListSavedEpisodes, async ({ user, query, nextPage }) => {
    const { limit, cursor, episodeId } = query
    const rows = await listSavedEpisodes(db, user.id, { limit, episodeId, after: NewestFirst.read(cursor) })
    const page = pageByNewest(rows, limit)
    nextPage(page.next)
    return page.items
  }),

  on(SaveEpisode, async ({ user, body, setStatus, token, requestId }) => {
    const episode = orNotFound(await facts.episode({ token, requestId }, body.episodeId), 'episode')
    const { isNew, ...saved } = await saveEpisode(db, user.id, episode)
    if (!isNew) setStatus(200)
    return saved
  }),

  on(DeleteSavedEpisode, async ({ user, params }) => {
    if ((await removeSavedEpisode(db, user.id, params.id)) === 0) throw notFound('saved_episode')
    return undefined
  }),
]
