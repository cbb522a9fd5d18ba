import { z } from 'zod'
import { get, post, remove } from '../endpoint.ts'
import { Id } from '../values.ts'
import { NO_RIGHT } from './filters.ts'
import { Podcast } from './podcasts.ts'

export const GetPodcastCover = get('/api/podcast/:id/cover', 'public', {
  summary: 'Returns a cover that is drawn from the podcast’s id and title, for a podcast without an uploaded one.',
  responseType: 'image/svg+xml',
})

export const MAX_COVER_BYTES = 10 * 1024 * 1024
/** Side lengths in pixels that are stored. */
export const COVER_SIZES = ['160', '480', '1400'] as const

export const UploadPodcastCover = post('/api/podcast/:id/cover', 'user', {
  summary:
    'Uploads a cover: a JPEG, PNG or WebP of at most 10 MB and at least 300 pixels; recommended is a square of 1400 to 3000 pixels. It is cropped to a square, and its metadata is removed.',
  file: 'cover',
  fileTypes: ['image/jpeg', 'image/png', 'image/webp'],
  status: 201,
  response: Podcast,
  also: {
    ...NO_RIGHT,
    413: 'The file is larger than 10 MB.',
    415: 'The body is not a form, or the picture format is not supported.',
    422: 'The picture has too few or too many pixels, or is broken.',
    429: 'The caller is already uploading a picture.',
  },
})

export const DeletePodcastCover = remove('/api/podcast/:id/cover', 'user', {
  summary: 'Deletes an uploaded cover; the podcast then has the drawn one.',
  response: Podcast,
  also: NO_RIGHT,
})

export const GetUploadedCover = get('/api/podcast/:id/cover/:coverId/:size', 'public', {
  summary: 'Returns an uploaded cover in one size. The content of a URL never changes.',
  params: z.object({ id: Id, coverId: Id, size: z.enum(COVER_SIZES) }),
  responseType: 'image/webp',
})
