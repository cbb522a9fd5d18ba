import { z } from 'zod'
import { get, put, remove } from '../endpoint.ts'
import { HttpsUrl } from '../https-url.ts'
import { NO_RIGHT } from './filters.ts'

export const Distribution = z.object({
  feedUrl: z.string(),
  isLocal: z.boolean().describe('This installation has no public origin, so the feed works on this machine only.'),
  feedItems: z.int().describe('Episodes in the feed: published, with a finished MP3.'),
  waitingItems: z.int().describe('Published episodes whose MP3 is not finished.'),
  hasOwnCover: z.boolean().describe('The cover is a picture of the creator. Otherwise it is drawn.'),
  privateFeeds: z.int().describe('Private feeds that listeners created.'),
})
export type Distribution = z.infer<typeof Distribution>

export const GetDistribution = get('/api/podcast/:id/distribution', 'user', {
  summary: 'Returns the state of the feed of a show, for its members.',
  response: Distribution,
})

export const MovedFeed = z.object({ newFeedUrl: z.string().nullable() })

export const MoveFeed = put('/api/podcast/:id/move', 'user', {
  summary: 'Redirects the feed permanently to the feed of the same show at another host, for owners.',
  body: z.strictObject({ newFeedUrl: HttpsUrl }),
  response: MovedFeed,
  also: { ...NO_RIGHT, 409: 'The feed is locked, cannot be read, or is that of another show.' },
})

export const UndoMove = remove('/api/podcast/:id/move', 'user', {
  summary: 'Serves the feed here again, for owners.',
  response: MovedFeed,
  also: NO_RIGHT,
})
