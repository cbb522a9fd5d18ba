import { z } from 'zod'
import { get } from '../endpoint.ts'
import { Id, requiredText } from '../values.ts'
import { Episode } from './episodes.ts'
import { Podcast } from './podcasts.ts'

export const Host = z.object({
  hostId: Id,
  name: z.string(),
  image: z.string().nullable(),
  podcastCount: z.number().int(),
  podcasts: z.array(Podcast.pick({ id: true, title: true })).describe('The newest three.'),
})
export type Host = z.infer<typeof Host>

/** More hits are not counted. */
export const MAX_HITS = 200

const found = <Item extends z.ZodType>(item: Item) =>
  z.object({
    total: z.number().int().describe(`Number of hits, at most ${MAX_HITS}.`),
    items: z.array(item).describe('The best hits first.'),
  })

export const SearchCatalog = get('/api/search', 'public', {
  summary:
    'Finds podcasts by title, host, description and category, playable episodes by title, show, host and description, and hosts; tolerates typos.',
  query: z.object({
    q: requiredText(200, 'Please enter a word.'),
    limit: z.coerce.number().int().min(1).max(50).default(20).describe('Of each kind.'),
  }),
  response: z.object({ podcasts: found(Podcast), episodes: found(Episode), hosts: found(Host) }),
})
export type SearchResult = z.infer<(typeof SearchCatalog)['response']>
