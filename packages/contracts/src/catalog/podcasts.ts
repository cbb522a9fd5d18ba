import { z } from 'zod'
import { get, patch, post, remove } from '../endpoint.ts'
import { HttpsUrl } from '../https-url.ts'
import { Id, Limit, ME_SIGNED_OUT, optional, page, requiredText, Timestamp, UserId } from '../values.ts'
import { Confirmation, Ids, LimitOrIds, NO_RIGHT, Scope, Search } from './filters.ts'
import { GivenPicture } from './given-picture.ts'
import { MemberRole } from './members.ts'
import { ShowDetails, ShowDetailsInput } from './show-details.ts'

export const CATEGORIES = ['business', 'technology', 'culture', 'education', 'entertainment', 'news'] as const
export const Category = z.enum(CATEGORIES, { error: 'Category is required' })
export type Category = z.infer<typeof Category>

/** `episodic`: each episode is complete in itself. `serial`: the episodes belong in their order. */
export const PodcastKind = z.enum(['episodic', 'serial'])
export type PodcastKind = z.infer<typeof PodcastKind>

/** In lists of `me` and of the studio. */
export const OwnRole = MemberRole.nullish().describe(
  'The role of the caller in the show, only in lists of `me` and of the studio; null if the caller is not a member.',
)

export const Podcast = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  hostName: z.string(),
  hostId: Id,
  hostImage: z.string().nullable(),
  category: Category,
  kind: PodcastKind.describe('“Listen” plays the newest episode, or in a serial podcast the first one not completed.'),
  coverImage: z.string().describe('The cover, uploaded or loaded from a given URL, else a drawn one.'),
  givenPicture: GivenPicture.optional(),
  listeners: z.number().int().describe('Distinct listeners.'),
  rating: z.number(),
  frequency: z.string(),
  pointsPerListen: z.number().int(),
  createdAt: Timestamp,
  hiddenReason: z
    .string()
    .optional()
    .describe('Why admins have hidden it; missing if it is not hidden. Only members and admins see a hidden podcast.'),
  role: OwnRole,
})
export type Podcast = z.infer<typeof Podcast>

const PodcastFilter = page(50).extend({
  limit: LimitOrIds,
  search: Search,
  category: z.enum(CATEGORIES).optional(),
  hostId: UserId.optional().describe(
    'Only of this creator; `me` selects the podcasts of which the caller is a member, with or without an episode.',
  ),
  ids: Ids.describe('Only these, with those of the caller that are not listed yet; unknown ids are ignored.'),
  scope: Scope.describe('`studio`, in place of `hostId`: all podcasts for admins, those of `me` for others.'),
})

export const ListPodcasts = get('/api/podcasts', 'public', {
  summary:
    'Lists podcasts with a published, playable episode, newest first; searches title, host, description and episode titles.',
  query: PodcastFilter,
  response: z.array(Podcast),
  also: ME_SIGNED_OUT,
})

export const ListPopularPodcasts = get('/api/podcasts/popular', 'public', {
  summary: 'Lists the same podcasts, those with the most distinct recent listeners first; searches in the same texts.',
  query: page(20).extend({
    search: Search,
    trending: z.literal('true').optional().describe('Only podcasts with a listener in the last seven days.'),
  }),
  response: z.array(Podcast),
})

export const ListFeaturedPodcasts = get('/api/podcasts/featured', 'public', {
  summary: 'Lists the podcasts that admins feature, the last featured first.',
  query: z.object({ limit: Limit.default(20) }),
  response: z.array(Podcast),
})

export const ListCategories = get('/api/categories', 'public', {
  summary: 'Lists the categories with a listed podcast.',
  response: z.array(Category),
})

export const FullPodcast = Podcast.extend({
  // A service of an earlier release returns none.
  ...ShowDetails.partial().shape,
  episodeCount: z.number().int().describe('Visible episodes.'),
  coverPixels: z
    .number()
    .int()
    .nullish()
    .describe('The side of the uploaded cover, of which directories need 1400. Null if the cover is drawn.'),
  isListed: z
    .boolean()
    .optional()
    .describe('Whether it has a published, playable episode. Only members and admins see one without.'),
})
export type FullPodcast = z.infer<typeof FullPodcast>

export const GetPodcast = get('/api/podcast/:id', 'public', {
  summary: 'Returns one podcast.',
  response: FullPodcast,
})

export const NewPodcast = z.strictObject({
  title: requiredText(200, 'Title is required'),
  description: requiredText(5000, 'Description is required'),
  hostName: requiredText(100, 'Host name is required'),
  category: Category,
  kind: PodcastKind.default('episodic'),
  coverImage: optional(HttpsUrl),
  ...ShowDetailsInput.shape,
})

export const PodcastEdit = NewPodcast.partial().extend({
  // Without the default, which would change a serial podcast.
  kind: PodcastKind.optional(),
  coverImage: HttpsUrl.nullable()
    .optional()
    .describe('Its picture is loaded once. Null: the cover is drawn. An uploaded cover has precedence.'),
})

export const CreatePodcast = post('/api/podcasts', 'user', {
  summary: 'Creates a podcast of the caller.',
  body: NewPodcast,
  status: 201,
  response: Podcast,
})

export const UpdatePodcast = patch('/api/podcast/:id', 'user', {
  summary: 'Changes a podcast, for its editors and owners.',
  body: PodcastEdit,
  response: Podcast,
  also: NO_RIGHT,
})

export const DeletePodcast = remove('/api/podcast/:id', 'user', {
  summary: 'Deletes a podcast with its episodes, for its owners; their audio stays in the media library.',
  query: Confirmation,
  response: z.object({ id: Id }),
  also: { ...NO_RIGHT, 409: 'It has episodes, and the deletion is not confirmed.' },
})
