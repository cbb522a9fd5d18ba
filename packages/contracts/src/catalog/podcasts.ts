import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { HttpsUrl, Id, IdParams, optional, page, requiredText, Timestamp } from '../values.ts'
import { Confirmation, HostFilter, Ids, Search } from './filters.ts'

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

const PodcastFilter = page(50).extend({
  search: Search,
  category: z.enum(CATEGORIES).optional(),
  hostId: HostFilter,
  ids: Ids,
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
