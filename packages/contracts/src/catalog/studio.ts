import { z } from 'zod'
import { get } from '../endpoint.ts'
import { page } from '../values.ts'
import { Podcast } from './podcasts.ts'

export const StudioPodcast = Podcast.extend({
  publishedCount: z.number().int().describe('Published episodes.'),
  unpublishedCount: z.number().int().describe('Drafts, scheduled episodes and those that wait for their audio.'),
  isListed: z.boolean().describe('It has a published, playable episode, so listeners find it.'),
})
export type StudioPodcast = z.infer<typeof StudioPodcast>

export const ListStudioPodcasts = get('/api/studio/podcasts', 'user', {
  summary: 'Lists the caller’s podcasts with their numbers of episodes, newest first.',
  query: page(50),
  response: z.array(StudioPodcast),
})
