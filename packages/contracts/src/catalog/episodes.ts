import { z } from 'zod'
import { get, patch, post, remove } from '../endpoint.ts'
import {
  Id,
  idList,
  Limit,
  MAX_SECONDS,
  ME_SIGNED_OUT,
  optional,
  page,
  requiredText,
  Seconds,
  Sha256,
  Timestamp,
  UserId,
} from '../values.ts'
import { Chapter } from './chapters.ts'
import { EpisodeDetails, EpisodeDetailsInput, EpisodeKind } from './episode-details.ts'
import { Confirmation, Ids, LimitOrIds, NO_RIGHT, Scope, Search } from './filters.ts'
import { OwnRole } from './podcasts.ts'

/** `when_ready` becomes `published` automatically once its audio is playable. */
export const EpisodeStatus = z.enum(['draft', 'scheduled', 'when_ready', 'published'])
export type EpisodeStatus = z.infer<typeof EpisodeStatus>

export const Episode = z.object({
  id: Id,
  podcastId: Id,
  title: z.string(),
  description: z.string(),
  audioFileId: Id.nullable().describe('The media file that plays by default; null until one is linked.'),
  audioUrl: z.string().nullable(),
  duration: Seconds.describe('Measured seconds once audio is linked; before, the creator’s input.'),
  episodeNumber: z.number().int().nullable().describe('Null: it has none. Several episodes may have the same.'),
  season: z.number().int().nullish(),
  kind: EpisodeKind.optional().describe('A service of an earlier release returns none.'),
  releaseDate: Timestamp.describe(
    'Time of the first publication, or an earlier one that was given; before, of the creation.',
  ),
  podcastTitle: z.string(),
  hostName: z.string().optional().describe('Of the podcast. A service of an earlier release returns none.'),
  hostId: Id.describe('User id of the creator to whom the show belongs.'),
  status: EpisodeStatus.describe(
    'Only `published` episodes are visible to others than the members of the show and admins.',
  ),
  publishAt: Timestamp.nullable().describe('When a scheduled episode is published.'),
  hiddenReason: z
    .string()
    .optional()
    .describe('Why admins have hidden it or its podcast; missing if it is not hidden.'),
  isHiddenWithShow: z
    .literal(true)
    .optional()
    .describe('It is hidden only because its podcast is, so it cannot be restored on its own.'),
  role: OwnRole,
})
export type Episode = z.infer<typeof Episode>

const EPISODE_ORDERS = ['newest', 'oldest', 'shortest', 'longest'] as const
export type EpisodeOrder = (typeof EPISODE_ORDERS)[number]

export const ListPodcastEpisodes = get('/api/podcast/:id/episodes', 'public', {
  summary: 'Lists the episodes of a podcast, by season and number or by length.',
  query: page(100).extend({
    sort: z
      .enum(EPISODE_ORDERS)
      .default('newest')
      .describe('The newest has the highest season and number. One without a number follows those before it by date.'),
    include: z
      .literal('unpublished')
      .optional()
      .describe('Includes unpublished episodes for members of the show and for admins; no effect for others.'),
  }),
  response: z.array(Episode),
})

export const ListEpisodes = get('/api/episodes', 'public', {
  summary: 'Lists episodes of all podcasts, newest first; searches by title.',
  query: page(50).extend({
    limit: LimitOrIds,
    search: Search,
    hostId: UserId.optional().describe(
      'Only episodes of this creator; `me` selects all episodes of the podcasts of which the caller is a member.',
    ),
    ids: Ids,
    status: EpisodeStatus.optional(),
    scope: Scope.describe('`studio`, in place of `hostId`: all episodes for admins, those of `me` for others.'),
  }),
  response: z.array(Episode),
  also: ME_SIGNED_OUT,
})

export const ListNewestEpisodes = get('/api/episodes/newest', 'public', {
  summary: 'Lists the newest playable episode of each of these podcasts, newest first.',
  query: z.strictObject({
    podcastIds: idList(100).describe('Unknown ids are ignored.'),
    limit: Limit.default(20),
  }),
  response: z.array(Episode),
})

export const FullEpisode = Episode.extend({
  audioSha256: Sha256.optional().describe('Of the uploaded audio. Episodes with the same audio share their bonuses.'),
  // A service of an earlier release returns none.
  ...EpisodeDetails.partial().shape,
  chapters: z
    .array(Chapter)
    .optional()
    .describe('Missing if none were ever saved: players then show the times in the notes.'),
})
export type FullEpisode = z.infer<typeof FullEpisode>

export const GetEpisode = get('/api/episode/:id', 'public', {
  summary: 'Returns one episode.',
  response: FullEpisode,
})

export const EpisodeNeighbours = z.object({
  previous: Episode.nullable().describe('The one before it in the order `oldest` of the same podcast.'),
  next: Episode.nullable().describe('The one after it in that order.'),
})
export type EpisodeNeighbours = z.infer<typeof EpisodeNeighbours>

export const GetEpisodeNeighbours = get('/api/episode/:id/neighbours', 'public', {
  summary: 'Returns the previous and the next episode.',
  response: EpisodeNeighbours,
})

export const DURATION_REQUIRED = 'Duration is required'
const Duration = z
  .number(DURATION_REQUIRED)
  .int(DURATION_REQUIRED)
  .min(0, DURATION_REQUIRED)
  .max(MAX_SECONDS, `Please enter at most ${MAX_SECONDS} seconds, which is a day.`)
  .describe('Seconds. 0 or none: unknown until audio is linked. Required to publish without audio.')
const EpisodeNumber = z
  .number('Episode number is required')
  .int('Episode number is required')
  .min(1, 'Episode number is required')
  .max(100_000, 'Please enter at most 100000.')
  .nullable()
  .describe('Null: it has no number, as a trailer. Several episodes may have the same.')

interface Publication {
  status: EpisodeStatus
  audioFileId: string | null
  duration: number
}

/** An episode that is published without audio needs a duration, because nothing measures it. */
export const lacksDuration = ({ status, audioFileId, duration }: Publication) =>
  status === 'published' && audioFileId === null && duration < 1

const EpisodeFields = z.strictObject({
  title: requiredText(200, 'Title is required'),
  description: requiredText(5000, 'Description is required'),
  podcastId: z.uuid('Podcast is required'),
  audioFileId: optional(z.uuid('That is not the id of a media file.')),
  duration: Duration.default(0),
  episodeNumber: EpisodeNumber,
  status: EpisodeStatus.default('published').describe(
    '`published` requires ready audio, if any; the others also accept audio that is being processed.',
  ),
  publishAt: optional(Timestamp).describe('For a scheduled episode: at most two years from now.'),
  ...EpisodeDetailsInput.shape,
})

const TypedPublication = EpisodeFields.pick({ status: true, audioFileId: true, duration: true }).strip()

export const NewEpisode = EpisodeFields.refine(
  (typed) => {
    const { success, data } = TypedPublication.safeParse(typed)
    return !success || !lacksDuration(data)
  },
  // Also if other fields are invalid, so that a form shows all its errors at once.
  { path: ['duration'], error: DURATION_REQUIRED, when: ({ value }) => typeof value === 'object' && value !== null },
)

export const EpisodeEdit = EpisodeFields.omit({ podcastId: true })
  .partial()
  .extend({
    // Without the default, which would delete the typed duration.
    duration: Duration.optional(),
    audioFileId: z.uuid('That is not the id of a media file.').optional(),
    status: EpisodeStatus.optional(),
    publishAt: Timestamp.optional(),
  })

export const CreateEpisode = post('/api/episodes', 'user', {
  summary: 'Creates an episode of a podcast that the caller may edit, and links an audio file of the caller to it.',
  body: NewEpisode,
  status: 201,
  response: Episode,
  also: {
    ...NO_RIGHT,
    404: 'The podcast or audio file does not exist, or it is not the caller’s.',
    409: 'The identifier is taken or fixed, or the audio file is not ready.',
    503: 'The episode may exist without its audio: link the file instead of repeating the call.',
  },
})

export const UpdateEpisode = patch('/api/episode/:id', 'user', {
  summary: 'Changes, publishes, schedules or unpublishes an episode, for editors and owners of the show.',
  body: EpisodeEdit,
  response: Episode,
  also: {
    ...NO_RIGHT,
    404: 'The episode or audio file does not exist, or it is not the caller’s.',
    409: 'The identifier is taken or fixed, or the audio file is not ready.',
    503: 'Nothing but the audio may have changed: link the file again.',
  },
})

export const DeleteEpisode = remove('/api/episode/:id', 'user', {
  summary: 'Deletes an episode, for editors and owners of the show; its audio stays in the media library.',
  query: Confirmation,
  response: z.object({ id: Id }),
  also: { ...NO_RIGHT, 409: 'It is published, and the deletion is not confirmed.' },
})
