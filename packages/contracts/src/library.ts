import { z } from 'zod'
import { get, post, put, remove } from './endpoint.ts'
import { CLAIM, Id, idList, Percent, Points, page, Seconds, Timestamp, UserId } from './values.ts'

export const HistoryEntry = z.object({
  id: Id,
  userId: Id,
  episodeId: Id,
  podcastId: Id,
  progress: Percent,
  completed: z.boolean(),
  earnedPoints: Points.describe(
    'The sum of the ledger entries for listening to this episode: its start, minutes and completion.',
  ),
  positionSeconds: Seconds.describe('The position to resume at.'),
  lastListenedAt: Timestamp,
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

export const ListHistory = get('/api/user/:id/listening-history', 'user', {
  summary:
    'Lists the caller’s listening history, last listened first. Without ids it omits episodes that were heard for less ' +
    'than 30 seconds, or for less than a tenth of a shorter episode.',
  query: page(100).extend({
    episodeId: Id.optional(),
    episodeIds: idList(100).optional().describe('Only the entries of these episodes.'),
    podcastId: Id.optional().describe('Only the entries of this podcast.'),
    state: z
      .enum(['begun', 'completed'])
      .optional()
      .describe('`begun`: not completed, with a position to resume at. `completed`: completed.'),
  }),
  response: z.array(HistoryEntry),
})

export const LibraryCounts = z.object({
  favorites: z.number().int(),
  listened: z.number().int().describe('Entries of the listed history.'),
  completed: z.number().int().describe('Completed entries.'),
})

export const GetLibraryCounts = get('/api/user/:id/library-counts', 'user', {
  summary: 'Counts the caller’s library, or its entries of one podcast.',
  query: z.strictObject({ podcastId: Id.optional() }),
  response: LibraryCounts,
})

export const CreateHistoryEntry = post('/api/listening-history', 'user', {
  summary: 'Adds an episode to the history, or returns the existing entry.',
  body: z.strictObject({
    userId: UserId.optional(),
    episodeId: Id,
    podcastId: Id,
    progress: Percent,
    completed: z.boolean().describe(CLAIM),
    earnedPoints: z.number().optional().describe(CLAIM),
  }),
  status: 201,
  response: HistoryEntry,
  also: {
    200: 'The existing entry.',
    404: 'The episode does not exist.',
    422: 'The episode belongs to another podcast.',
  },
})

export const UpdateHistoryEntry = put('/api/listening-history/:id', 'user', {
  summary: 'Changes the progress of a history entry. Credits nothing.',
  body: z.strictObject({
    progress: Percent,
    completed: z.boolean().describe(CLAIM),
    unplayed: z
      .literal(true)
      .optional()
      .describe(
        'Marks the episode as unplayed, whatever `progress` is; otherwise a completed episode stays completed.',
      ),
  }),
  response: HistoryEntry,
})

export const DeleteHistoryEntry = remove('/api/listening-history/:id', 'user', {
  summary: 'Hides a history entry until the episode is listened to again. Its points stay.',
  status: 204,
})

export const Favorite = z.object({ id: Id, userId: Id, podcastId: Id, createdAt: Timestamp })

export const ListFavorites = get('/api/user/:id/favorites', 'user', {
  summary: 'Lists the caller’s favorites, newest first.',
  query: page(100).extend({ podcastId: Id.optional() }),
  response: z.array(Favorite),
})

export const CreateFavorite = post('/api/favorite', 'user', {
  summary: 'Adds a favorite, or returns the existing one.',
  body: z.strictObject({ userId: UserId.optional(), podcastId: Id }),
  status: 201,
  response: Favorite,
  also: { 200: 'The existing favorite.', 404: 'The podcast does not exist.' },
})

export const DeleteFavorite = remove('/api/favorite/:id', 'user', {
  summary: 'Removes a favorite.',
  status: 204,
})

export const SavedEpisode = z.object({ id: Id, userId: Id, episodeId: Id, podcastId: Id, createdAt: Timestamp })

export const ListSavedEpisodes = get('/api/user/:id/saved-episodes', 'user', {
  summary: 'Lists the caller’s saved episodes, newest first.',
  query: page(100).extend({ episodeId: Id.optional() }),
  response: z.array(SavedEpisode),
})

export const SaveEpisode = post('/api/saved-episode', 'user', {
  summary: 'Saves an episode, or returns the existing saved episode.',
  body: z.strictObject({ userId: UserId.optional(), episodeId: Id }),
  status: 201,
  response: SavedEpisode,
  also: { 200: 'The existing saved episode.', 404: 'The episode does not exist.' },
})

export const DeleteSavedEpisode = remove('/api/saved-episode/:id', 'user', {
  summary: 'Removes a saved episode.',
  status: 204,
})
