import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Id, IdParams } from '../values.ts'
import { Podcast } from './podcasts.ts'

export const GetPodcastCover = {
  method: 'GET',
  path: '/api/podcast/:id/cover',
  access: 'public',
  summary: "The cover of a podcast that was given none, drawn from the podcast's id and title.",
  params: IdParams,
  answers: 'image/svg+xml',
  response: z.unknown(),
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
    429: 'Another picture of the caller is still on its way.',
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
