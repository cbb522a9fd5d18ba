import { z } from 'zod'
import { get, post, remove } from '../endpoint.ts'
import { Id } from '../values.ts'
import { COVER_SIZES, UploadPodcastCover } from './covers.ts'
import { Creator } from './creators.ts'

export const UploadCreatorPortrait = post('/api/creator/:id/portrait', 'user', {
  summary:
    'Uploads the picture of the caller’s creator profile: a JPEG, PNG or WebP of at most 10 MB and at least 300 pixels. It is cropped to a square, and its metadata is removed.',
  file: 'portrait',
  fileTypes: UploadPodcastCover.fileTypes,
  status: 201,
  response: Creator,
  also: UploadPodcastCover.also,
})

export const DeleteCreatorPortrait = remove('/api/creator/:id/portrait', 'user', {
  summary: 'Deletes an uploaded picture; the profile then shows the given URL, if any.',
  response: Creator,
})

export const GetUploadedPortrait = get('/api/creator/:id/portrait/:portraitId/:size', 'public', {
  summary: 'Returns an uploaded picture in one size. The content of a URL never changes.',
  params: z.object({ id: Id, portraitId: Id, size: z.enum(COVER_SIZES) }),
  responseType: 'image/webp',
})
