import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Id, IdParams, MAX_SECONDS, optional, page, requiredText, Seconds, Timestamp } from '../values.ts'
import { Confirmation, HostFilter, Ids, Search } from './filters.ts'

/** Who gets to see an episode; `when_ready` becomes `published` by itself once its audio can be played. */
export const EPISODE_STATUSES = ['draft', 'scheduled', 'when_ready', 'published'] as const
export const EpisodeStatus = z.enum(EPISODE_STATUSES)
export type EpisodeStatus = z.infer<typeof EpisodeStatus>

export const Episode = z.object({
  id: Id,
  podcastId: Id,
  title: z.string(),
  description: z.string(),
  audioFileId: Id.nullable().describe('The media file that plays by default; null until one is linked.'),
  audioUrl: z.string().nullable(),
  duration: Seconds.describe('Measured length in seconds once audio is linked, before that what the creator typed.'),
  episodeNumber: z.number().int(),
  releaseDate: Timestamp.describe('When it was first published; until then, when it was created.'),
  podcastTitle: z.string(),
  hostId: Id.describe('The creator who may change the episode.'),
  status: EpisodeStatus.describe('Anything but `published` is seen by its creator and by admins alone.'),
  publishAt: Timestamp.nullable().describe('When a scheduled episode is published.'),
})
export type Episode = z.infer<typeof Episode>

export const EPISODE_ORDERS = ['newest', 'oldest', 'shortest', 'longest'] as const
export type EpisodeOrder = (typeof EPISODE_ORDERS)[number]

export const ListPodcastEpisodes = {
  method: 'GET',
  path: '/api/podcast/:id/episodes',
  access: 'public',
  summary: 'Episodes of a podcast: by number, or by length.',
  params: IdParams,
  query: page(100).extend({
    sort: z.enum(EPISODE_ORDERS).default('newest').describe('The newest has the highest number.'),
    include: z
      .literal('unpublished')
      .optional()
      .describe('Also what is not published yet, for its creator and for admins; others get the same as without.'),
  }),
  response: z.array(Episode),
} as const satisfies Endpoint

export const ListEpisodes = {
  method: 'GET',
  path: '/api/episodes',
  access: 'public',
  summary: 'Episodes of all podcasts, newest first; searched by title.',
  query: page(50).extend({
    search: Search,
    hostId: HostFilter.describe(
      'Only what this creator hosts; `me` is the caller, who also gets what is not published yet.',
    ),
    ids: Ids,
    status: EpisodeStatus.optional(),
  }),
  response: z.array(Episode),
} as const satisfies Endpoint

export const GetEpisode = {
  method: 'GET',
  path: '/api/episode/:id',
  access: 'public',
  summary: 'One episode.',
  params: IdParams,
  response: Episode,
} as const satisfies Endpoint

export const EpisodeNeighbours = z.object({
  previous: Episode.nullable().describe('The next lower number of the same podcast.'),
  next: Episode.nullable().describe('The next higher number of the same podcast.'),
})
export type EpisodeNeighbours = z.infer<typeof EpisodeNeighbours>

export const GetEpisodeNeighbours = {
  method: 'GET',
  path: '/api/episode/:id/neighbours',
  access: 'public',
  summary: 'The episodes before and after one.',
  params: IdParams,
  response: EpisodeNeighbours,
} as const satisfies Endpoint

const Duration = z
  .number('Duration is required')
  .int('Duration is required')
  .min(1, 'Duration is required')
  .max(MAX_SECONDS, `Please give at most ${MAX_SECONDS} seconds, which is a day.`)
const EpisodeNumber = z
  .number('Episode number is required')
  .int('Episode number is required')
  .min(1, 'Episode number is required')
  .max(100_000, 'Please give at most 100000.')

export const NewEpisode = z.strictObject({
  title: requiredText(200, 'Title is required'),
  description: requiredText(5000, 'Description is required'),
  podcastId: z.uuid('Podcast is required'),
  audioFileId: optional(z.uuid('That is not the id of a media file.')),
  duration: Duration,
  episodeNumber: EpisodeNumber,
  status: EpisodeStatus.default('published').describe(
    '`published` needs audio that is ready, if it names any; all others also take audio that is still being processed.',
  ),
  publishAt: optional(Timestamp).describe('For a scheduled episode: when, at most two years from now.'),
})

/** What is left out stays as it is. */
export const EpisodeEdit = z.strictObject({
  title: NewEpisode.shape.title.optional(),
  description: NewEpisode.shape.description.optional(),
  audioFileId: z.uuid('That is not the id of a media file.').optional(),
  duration: Duration.optional(),
  episodeNumber: EpisodeNumber.optional(),
  status: EpisodeStatus.optional(),
  publishAt: Timestamp.optional(),
})

export const CreateEpisode = {
  method: 'POST',
  path: '/api/episodes',
  access: 'user',
  summary: 'Creates an episode of a podcast that the caller hosts; a ready audio file of theirs is linked to it.',
  body: NewEpisode,
  status: 201,
  response: Episode,
  also: {
    404: 'There is no such podcast or audio file, or it is not the caller’s.',
    409: 'The number is taken, or the audio file is not ready to be played.',
    503: 'The episode may exist without its audio: link the file, do not create the episode again.',
  },
} as const satisfies Endpoint

export const UpdateEpisode = {
  method: 'PATCH',
  path: '/api/episode/:id',
  access: 'user',
  summary: 'Changes an episode that the caller hosts, publishes it, plans when, or takes it back.',
  params: IdParams,
  body: EpisodeEdit,
  response: Episode,
  also: {
    404: 'There is no such episode or audio file, or it is not the caller’s.',
    409: 'The number is taken, or the audio file is not ready to be played.',
    503: 'All but the audio may have changed: link the file again.',
  },
} as const satisfies Endpoint

export const DeleteEpisode = {
  method: 'DELETE',
  path: '/api/episode/:id',
  access: 'user',
  summary: 'Deletes an episode that the caller hosts; its audio stays in the media library.',
  params: IdParams,
  query: Confirmation,
  response: z.object({ id: Id }),
  also: { 409: 'It is published, and nobody has confirmed that listeners lose it.' },
} as const satisfies Endpoint
