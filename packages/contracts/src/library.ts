import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { CLAIM, Id, IdParams, idList, Percent, Points, page, Seconds, Timestamp, UserParams } from './values.ts'

export const HistoryEntry = z.object({
  id: Id,
  userId: Id,
  episodeId: Id,
  podcastId: Id,
  progress: Percent,
  completed: z.boolean(),
  earnedPoints: Points.describe(
    'For display: 10 when completed, else floor(progress / 10). The balance is the sum of the ledger.',
  ),
  positionSeconds: Seconds.describe('Where to resume.'),
  lastListenedAt: Timestamp,
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

export const ListHistory = {
  method: 'GET',
  path: '/api/user/:id/listening-history',
  access: 'user',
  summary: "One's own listening history, last listened first.",
  params: UserParams,
  query: page(100).extend({
    episodeId: Id.optional(),
    episodeIds: idList(100).optional().describe('Only the entries of these episodes.'),
    state: z.enum(['begun']).optional().describe('`begun`: not completed, and with a place to go on from.'),
  }),
  response: z.array(HistoryEntry),
} as const satisfies Endpoint

export const LibraryCounts = z.object({
  favorites: z.number().int(),
  listened: z.number().int().describe('Entries that the history lists.'),
  completed: z.number().int().describe('Those of them that were completed.'),
})
export type LibraryCounts = z.infer<typeof LibraryCounts>

export const GetLibraryCounts = {
  method: 'GET',
  path: '/api/user/:id/library-counts',
  access: 'user',
  summary: "How much is in one's own library, or of one podcast.",
  params: UserParams,
  query: z.strictObject({ podcastId: Id.optional() }),
  response: LibraryCounts,
} as const satisfies Endpoint

export const CreateHistoryEntry = {
  method: 'POST',
  path: '/api/listening-history',
  access: 'user',
  summary: 'Remembers an episode in the history; answers the entry that is there already, if there is one.',
  body: z.strictObject({
    userId: z.union([z.literal('me'), Id]).optional(),
    episodeId: Id,
    podcastId: Id,
    progress: Percent,
    completed: z.boolean().describe(CLAIM),
    earnedPoints: z.number().optional().describe(CLAIM),
  }),
  status: 201,
  response: HistoryEntry,
  also: {
    200: 'The entry that was there already.',
    404: 'There is no such episode.',
    422: 'The episode belongs to another podcast.',
  },
} as const satisfies Endpoint

export const UpdateHistoryEntry = {
  method: 'PUT',
  path: '/api/listening-history/:id',
  access: 'user',
  summary: 'Moves the progress of a history entry; never lowers `completed`.',
  params: IdParams,
  body: z.strictObject({ progress: Percent, completed: z.boolean().describe(CLAIM) }),
  response: HistoryEntry,
} as const satisfies Endpoint

export const DeleteHistoryEntry = {
  method: 'DELETE',
  path: '/api/listening-history/:id',
  access: 'user',
  summary: 'Takes an entry out of the history until the episode is listened to again; what it paid stays paid.',
  params: IdParams,
  status: 204,
  response: z.undefined(),
} as const satisfies Endpoint

export const Favorite = z.object({ id: Id, userId: Id, podcastId: Id, createdAt: Timestamp })
export type Favorite = z.infer<typeof Favorite>

export const ListFavorites = {
  method: 'GET',
  path: '/api/user/:id/favorites',
  access: 'user',
  summary: "One's own favorites, newest first.",
  params: UserParams,
  query: page(100).extend({ podcastId: Id.optional() }),
  response: z.array(Favorite),
} as const satisfies Endpoint

export const CreateFavorite = {
  method: 'POST',
  path: '/api/favorite',
  access: 'user',
  summary: 'Makes a podcast a favorite; answers the favorite that is there already, if there is one.',
  body: z.strictObject({ userId: z.union([z.literal('me'), Id]).optional(), podcastId: Id }),
  status: 201,
  response: Favorite,
  also: { 200: 'The favorite that was there already.', 404: 'There is no such podcast.' },
} as const satisfies Endpoint

export const DeleteFavorite = {
  method: 'DELETE',
  path: '/api/favorite/:id',
  access: 'user',
  summary: 'Removes a favorite.',
  params: IdParams,
  status: 204,
  response: z.undefined(),
} as const satisfies Endpoint
