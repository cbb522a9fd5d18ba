import { z } from 'zod'
import { get, post } from '../endpoint.ts'
import { Id, page, requiredText, text } from '../values.ts'
import { Search } from './filters.ts'
import { Podcast } from './podcasts.ts'

/** `empty`: without a published, playable episode. */
export const SHOW_STATES = ['listed', 'empty', 'hidden', 'featured'] as const
export const ShowState = z.enum(SHOW_STATES)
export type ShowState = z.infer<typeof ShowState>

/** A podcast in the list of admins. */
export const Show = Podcast.pick({
  id: true,
  title: true,
  hostName: true,
  hostId: true,
  coverImage: true,
  listeners: true,
  createdAt: true,
  hiddenReason: true,
}).extend({
  isListed: z.boolean().describe('It is not hidden and has a published, playable episode.'),
  isFeatured: z.boolean(),
  isHostBlocked: z.boolean().describe('It is hidden because its host is blocked; `restore` does not show it.'),
  episodeCount: z.number().int().describe('All episodes, also drafts and hidden ones.'),
})
export type Show = z.infer<typeof Show>

export const ListShows = get('/api/admin/shows', 'admin', {
  summary: 'Lists the podcasts of all hosts, newest first. A page may have fewer rows than its limit.',
  query: page(50).extend({
    search: Search.describe('Words of title, host or description, or the id of the podcast or of its host.'),
    state: ShowState.optional(),
  }),
  response: z.array(Show),
})

const Reason = requiredText(500, 'Please give a reason. The owner reads it.')
const Moderated = z.object({ id: Id })
const RequiredReason = z.strictObject({ reason: Reason })
const OptionalReason = z.strictObject({ reason: text(500).default('').describe('The owner reads it.') })
const also = { 409: 'It has this state already.' }

export const HidePodcast = post('/api/admin/podcast/:id/hide', 'admin', {
  summary: 'Hides a podcast with its episodes from everyone but its owner and admins, and notifies the owner.',
  body: RequiredReason,
  response: Moderated,
  also,
})

export const RestorePodcast = post('/api/admin/podcast/:id/restore', 'admin', {
  summary: 'Shows a hidden podcast again in the state that it had before, and notifies the owner.',
  body: OptionalReason,
  response: Moderated,
  also,
})

export const FeaturePodcast = post('/api/admin/podcast/:id/feature', 'admin', {
  summary: 'Shows a podcast before the others on Home and Discover, and notifies the owner.',
  body: OptionalReason,
  response: Moderated,
  also,
})

export const UnfeaturePodcast = post('/api/admin/podcast/:id/unfeature', 'admin', {
  summary: 'Ends that a podcast is featured, and notifies the owner.',
  body: OptionalReason,
  response: Moderated,
  also,
})

export const HideEpisode = post('/api/admin/episode/:id/hide', 'admin', {
  summary: 'Hides an episode from everyone but its owner and admins, and notifies the owner.',
  body: RequiredReason,
  response: Moderated,
  also,
})

export const RestoreEpisode = post('/api/admin/episode/:id/restore', 'admin', {
  summary: 'Shows a hidden episode again in the state that it had before, and notifies the owner.',
  body: OptionalReason,
  response: Moderated,
  also,
})
