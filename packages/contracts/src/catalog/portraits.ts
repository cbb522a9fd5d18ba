import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Id, IdParams } from '../values.ts'
import { COVER_SIZES, UploadPodcastCover } from './covers.ts'
import { Creator } from './creators.ts'

export const UploadCreatorPortrait = {
  method: 'POST',
  path: '/api/creator/:id/portrait',
  access: 'user',
  summary:
    'Gives the caller’s creator profile a picture: a JPEG, PNG or WebP of at most 10 MB and 300 pixels at least. It is cut to a square, and everything but the picture is taken out.',
  params: IdParams,
  file: 'portrait',
  fileTypes: UploadPodcastCover.fileTypes,
  status: 201,
  response: Creator,
  also: UploadPodcastCover.also,
} as const satisfies Endpoint

export const DeleteCreatorPortrait = {
  method: 'DELETE',
  path: '/api/creator/:id/portrait',
  access: 'user',
  summary: 'Takes an uploaded picture away again; the profile then shows the address it was given, if any.',
  params: IdParams,
  response: Creator,
} as const satisfies Endpoint

export const GetUploadedPortrait = {
  method: 'GET',
  path: '/api/creator/:id/portrait/:portraitId/:size',
  access: 'public',
  summary: 'An uploaded picture of a creator in one size. What an address shows never changes.',
  params: z.object({ id: Id, portraitId: Id, size: z.enum(COVER_SIZES) }),
  answers: 'image/webp',
  response: z.unknown(),
} as const satisfies Endpoint
