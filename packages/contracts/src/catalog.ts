import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import {
  HttpsUrl,
  Id,
  IdParams,
  idList,
  MAX_SECONDS,
  optional,
  page,
  requiredText,
  Seconds,
  Timestamp,
  text,
} from './values.ts'

export const CATEGORIES = ['business', 'technology', 'culture', 'education', 'entertainment', 'news'] as const
export const Category = z.enum(CATEGORIES, { error: 'Category is required' })
export type Category = z.infer<typeof Category>

export const Podcast = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  hostName: z.string(),
  hostId: Id,
  hostImage: z.string().nullable(),
  category: Category,
  coverImage: z.string().describe('The given address, or the generated cover of this podcast on our own origin.'),
  listeners: z.number().int().describe('Distinct people who have listened.'),
  rating: z.number(),
  frequency: z.string(),
  pointsPerListen: z.number().int(),
  createdAt: Timestamp,
})
export type Podcast = z.infer<typeof Podcast>

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

const SOCIAL_HANDLE = /^@?[\w.]{1,64}$/
const SocialLink = z
  .string()
  .trim()
  .refine(
    (value) => SOCIAL_HANDLE.test(value) || HttpsUrl.safeParse(value).success,
    'Please enter a handle or an address that starts with https://.',
  )

export const Creator = z.object({
  id: Id,
  userId: Id,
  name: z.string(),
  bio: z.string(),
  profileImage: z.string().nullable(),
  socialLinks: z.object({
    twitter: z.string().nullable(),
    instagram: z.string().nullable(),
    website: z.string().nullable(),
  }),
  createdAt: Timestamp,
})
export type Creator = z.infer<typeof Creator>

const HostFilter = z
  .union([z.literal('me'), Id])
  .optional()
  .describe('Only what this creator hosts; `me` is the caller.')

const Search = text(200).optional()
const Ids = idList(100).optional().describe('Only these; ids that there are none of are left out.')

const PodcastFilter = page(50).extend({
  search: Search,
  category: Category.optional(),
  hostId: HostFilter,
  ids: Ids,
})

/** Of a call that removes something others still hold on to. */
const Confirmation = z.object({
  confirm: z.literal('true').optional().describe('Do it although something else goes with it.'),
})

export const ListPodcasts = {
  method: 'GET',
  path: '/api/podcasts',
  access: 'public',
  summary: 'Podcasts, newest first; searched by title, host, description and episode titles.',
  query: PodcastFilter,
  response: z.array(Podcast),
} as const satisfies Endpoint

export const ListPopularPodcasts = {
  method: 'GET',
  path: '/api/podcasts/popular',
  access: 'public',
  summary: 'Podcasts with the most distinct recent listeners first; searched as the others are.',
  query: page(20).extend({ search: Search }),
  response: z.array(Podcast),
} as const satisfies Endpoint

/** A podcast as its own page shows it. */
export const FullPodcast = Podcast.extend({ episodeCount: z.number().int().describe('Episodes that people can see.') })
export type FullPodcast = z.infer<typeof FullPodcast>

export const GetPodcast = {
  method: 'GET',
  path: '/api/podcast/:id',
  access: 'public',
  summary: 'One podcast.',
  params: IdParams,
  response: FullPodcast,
} as const satisfies Endpoint

export const GetPodcastCover = {
  method: 'GET',
  path: '/api/podcast/:id/cover',
  access: 'public',
  summary: "The cover of a podcast that was given none, drawn from the podcast's id and title.",
  params: IdParams,
  answers: 'image/svg+xml',
  response: z.unknown(),
} as const satisfies Endpoint

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

export const NewPodcast = z.strictObject({
  title: requiredText(200, 'Title is required'),
  description: requiredText(5000, 'Description is required'),
  hostName: requiredText(100, 'Host name is required'),
  category: Category,
  coverImage: optional(HttpsUrl),
})

/** What is left out stays as it is. */
export const PodcastEdit = z.strictObject({
  title: NewPodcast.shape.title.optional(),
  description: NewPodcast.shape.description.optional(),
  hostName: NewPodcast.shape.hostName.optional(),
  category: Category.optional(),
  coverImage: HttpsUrl.nullable().optional().describe('Null: the cover is drawn. An uploaded cover stands above both.'),
})

export const CreatePodcast = {
  method: 'POST',
  path: '/api/podcasts',
  access: 'user',
  summary: 'Creates a podcast hosted by the caller.',
  body: NewPodcast,
  status: 201,
  response: Podcast,
} as const satisfies Endpoint

export const UpdatePodcast = {
  method: 'PATCH',
  path: '/api/podcast/:id',
  access: 'user',
  summary: 'Changes a podcast that the caller hosts.',
  params: IdParams,
  body: PodcastEdit,
  response: Podcast,
} as const satisfies Endpoint

export const DeletePodcast = {
  method: 'DELETE',
  path: '/api/podcast/:id',
  access: 'user',
  summary: 'Deletes a podcast that the caller hosts, and its episodes; their audio stays in the media library.',
  params: IdParams,
  query: Confirmation,
  response: z.object({ id: Id }),
  also: { 409: 'It has episodes, and nobody has confirmed that they go with it.' },
} as const satisfies Endpoint

/** Bytes of an uploaded cover at most. */
export const MAX_COVER_BYTES = 10 * 1024 * 1024
/** Sides in pixels that an uploaded cover is kept in. */
export const COVER_SIZES = ['160', '480', '1400'] as const

export const UploadPodcastCover = {
  method: 'POST',
  path: '/api/podcast/:id/cover',
  access: 'user',
  summary:
    'Gives a podcast a cover: a JPEG, PNG or WebP of at most 10 MB and 300 pixels at least, best square and 1400 to 3000 pixels wide. It is cut to a square, and everything but the picture is taken out.',
  params: IdParams,
  file: 'cover',
  fileTypes: ['image/jpeg', 'image/png', 'image/webp'],
  status: 201,
  response: Podcast,
  also: {
    413: 'The file is larger than 10 MB.',
    415: 'The body is not a form, or its file is no picture that we take.',
    422: 'The picture is too small, too large or broken.',
  },
} as const satisfies Endpoint

export const DeletePodcastCover = {
  method: 'DELETE',
  path: '/api/podcast/:id/cover',
  access: 'user',
  summary: 'Takes an uploaded cover away again; a podcast without one gets a drawn cover.',
  params: IdParams,
  response: Podcast,
} as const satisfies Endpoint

export const GetUploadedCover = {
  method: 'GET',
  path: '/api/podcast/:id/cover/:coverId/:size',
  access: 'public',
  summary: 'An uploaded cover in one size. What an address shows never changes.',
  params: z.object({ id: Id, coverId: Id, size: z.enum(COVER_SIZES) }),
  answers: 'image/webp',
  response: z.unknown(),
} as const satisfies Endpoint

const Duration = z
  .number('Duration is required')
  .int('Duration is required')
  .min(1, 'Duration is required')
  .max(MAX_SECONDS)
const EpisodeNumber = z
  .number('Episode number is required')
  .int('Episode number is required')
  .min(1, 'Episode number is required')
  .max(100_000)

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

export const NewCreator = z.strictObject({
  name: requiredText(100, 'Name is required'),
  bio: requiredText(5000, 'Bio is required'),
  profileImage: optional(HttpsUrl),
  socialLinks: z
    .strictObject({ twitter: optional(SocialLink), instagram: optional(SocialLink), website: optional(HttpsUrl) })
    .default({ twitter: null, instagram: null, website: null }),
})

export const CreateCreator = {
  method: 'POST',
  path: '/api/creators',
  access: 'user',
  summary: "Creates the caller's creator profile; one a person.",
  body: NewCreator,
  status: 201,
  response: Creator,
  also: { 409: 'The caller has a profile already.' },
} as const satisfies Endpoint

export const ListCreators = {
  method: 'GET',
  path: '/api/creators',
  access: 'public',
  summary: 'Creator profiles, newest first.',
  query: page(50).extend({
    userId: z
      .union([z.literal('me'), Id])
      .optional()
      .describe('Only the profile of this person; `me` is the caller.'),
  }),
  response: z.array(Creator),
} as const satisfies Endpoint

/** What is left out stays as it is. */
export const CreatorEdit = z.strictObject({
  name: NewCreator.shape.name.optional(),
  bio: NewCreator.shape.bio.optional(),
  profileImage: HttpsUrl.nullable().optional(),
  socialLinks: z
    .strictObject({
      twitter: SocialLink.nullable(),
      instagram: SocialLink.nullable(),
      website: HttpsUrl.nullable(),
    })
    .optional(),
})

export const UpdateCreator = {
  method: 'PATCH',
  path: '/api/creator/:id',
  access: 'user',
  summary: "Changes the caller's creator profile.",
  params: IdParams,
  body: CreatorEdit,
  response: Creator,
} as const satisfies Endpoint

export const DeleteCreator = {
  method: 'DELETE',
  path: '/api/creator/:id',
  access: 'user',
  summary: "Deletes the caller's creator profile.",
  params: IdParams,
  query: Confirmation,
  response: z.object({ id: Id }),
  also: { 409: 'The caller hosts podcasts that show it, and has not confirmed.' },
} as const satisfies Endpoint
