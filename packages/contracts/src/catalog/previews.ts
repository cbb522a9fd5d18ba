import { z } from 'zod'
import { get, post, remove } from '../endpoint.ts'
import { Id, page, Timestamp } from '../values.ts'
import { Episode } from './episodes.ts'
import { NO_RIGHT } from './filters.ts'

export const PREVIEW_DAYS = 7

export const EpisodePreview = z.object({
  id: Id,
  creatorName: z.string(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
})
export type EpisodePreview = z.infer<typeof EpisodePreview>

export const NewPreview = z.strictObject({ days: z.number().int().min(1).max(30).default(PREVIEW_DAYS) })

export const CreatePreview = post('/api/episode/:id/previews', 'user', {
  summary: 'Creates a private link to an episode that is not published, for editors and owners of the show.',
  body: NewPreview,
  status: 201,
  response: EpisodePreview.extend({ link: z.string().describe('Path of the page; returned only here.') }),
  also: { ...NO_RIGHT, 409: 'The episode is published.' },
})

export const ListPreviews = get('/api/episode/:id/previews', 'user', {
  summary:
    'Lists the private links of an episode that can be opened, newest first, for editors and owners of the show.',
  query: page(50),
  response: z.array(EpisodePreview),
  also: NO_RIGHT,
})

export const RevokePreview = remove('/api/episode/:id/previews/:previewId', 'user', {
  summary: 'Revokes a private link, for editors and owners of the show.',
  params: z.object({ id: Id, previewId: Id }),
  response: z.object({ id: Id }),
  also: NO_RIGHT,
})

export const PreviewedEpisode = Episode.pick({
  id: true,
  podcastId: true,
  title: true,
  description: true,
  podcastTitle: true,
  hostName: true,
  status: true,
  duration: true,
  audioFileId: true,
}).extend({ audioUrl: z.string().nullable().describe('With the token of the link.'), expiresAt: Timestamp })
export type PreviewedEpisode = z.infer<typeof PreviewedEpisode>

export const GetPreviewedEpisode = get('/api/episode-preview/:token', 'user', {
  summary: 'Returns the episode of a private link, also to users who are not members of the show.',
  params: z.object({ token: z.string().max(100) }),
  response: PreviewedEpisode,
  also: { 409: 'The link expired or was revoked.' },
})
