import { z } from 'zod'
import { get, post, remove } from '../endpoint.ts'
import { Id, page, requiredText, Timestamp } from '../values.ts'

/** Of one user for one podcast. */
export const MAX_PRIVATE_FEEDS = 10

export const PrivateFeed = z.object({
  id: Id,
  podcastId: Id,
  podcastTitle: z.string(),
  name: z.string(),
  createdAt: Timestamp,
})
export type PrivateFeed = z.infer<typeof PrivateFeed>

export const NewPrivateFeed = z.strictObject({ name: requiredText(60, 'Please enter a name, such as “My phone”.') })

export const CreatePrivateFeed = post('/api/podcast/:id/private-feeds', 'user', {
  summary: 'Creates a feed of the podcast for an app of the caller.',
  body: NewPrivateFeed,
  status: 201,
  response: PrivateFeed.extend({ feedPath: z.string().describe('Path of the feed; returned only here.') }),
  also: { 409: `The caller has ${MAX_PRIVATE_FEEDS} private feeds of the podcast.` },
})

export const ListPrivateFeeds = get('/api/private-feeds', 'user', {
  summary: 'Lists the private feeds of the caller, newest first.',
  query: page(50).extend({ podcastId: Id.optional() }),
  response: z.array(PrivateFeed),
})

export const RevokePrivateFeed = remove('/api/private-feed/:id', 'user', {
  summary: 'Revokes a private feed of the caller. Its addresses return 404 from then on.',
  response: z.object({ id: Id }),
})
