import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Id, IdParams, page, requiredText, UserParams } from '../values.ts'
import { MediaFile, TimelineEntry } from './media-file.ts'

export const ListUserMedia = {
  method: 'GET',
  path: '/api/user/:id/media',
  access: 'user',
  summary: "One's own media files, newest first.",
  params: UserParams,
  query: page(100),
  response: z.array(MediaFile),
} as const satisfies Endpoint

export const UploadMedia = {
  method: 'POST',
  path: '/api/media/upload',
  access: 'user',
  summary: 'Uploads one audio file of at most 100 MB (104 857 600 bytes) and queues it for processing.',
  file: 'audio',
  status: 201,
  response: z.object({ mediaFile: MediaFile }),
  also: {
    408: 'The upload was too slow.',
    413: 'The file is larger than 100 MB.',
    415: 'The body is not a form, or its file is none of the types we take.',
  },
} as const satisfies Endpoint

export const GetMedia = {
  method: 'GET',
  path: '/api/media/:id',
  access: 'user',
  summary: 'One media file of the caller; admins may see any.',
  params: IdParams,
  response: MediaFile,
} as const satisfies Endpoint

export const DeleteMedia = {
  method: 'DELETE',
  path: '/api/media/:id',
  access: 'user',
  summary: 'Deletes a media file and unlinks it from its episodes.',
  params: IdParams,
  response: z.object({ id: Id, episodeIds: z.array(Id).describe('Episodes that played it and now play nothing.') }),
} as const satisfies Endpoint

export const RenameMedia = {
  method: 'PATCH',
  path: '/api/media/:id',
  access: 'user',
  summary: 'Gives a media file another name.',
  params: IdParams,
  body: z.strictObject({ originalName: requiredText(255, 'Please enter a name.') }),
  response: MediaFile,
} as const satisfies Endpoint

export const RetryMedia = {
  method: 'POST',
  path: '/api/media/:id/retry',
  access: 'user',
  summary: 'Processes a failed media file again.',
  params: IdParams,
  status: 202,
  response: MediaFile,
  also: { 409: 'The file has not failed, or trying it again cannot help.' },
} as const satisfies Endpoint

export const ReplaceMedia = {
  method: 'POST',
  path: '/api/media/:id/replace',
  access: 'user',
  summary:
    'Puts the audio of another file of the caller in the place of this one, as soon as that is ready: id, name and episodes stay. The other file then no longer is a file of its own.',
  params: IdParams,
  body: z.strictObject({ mediaFileId: Id.describe('The file that was uploaded for it.') }),
  status: 202,
  response: MediaFile,
  also: { 409: 'This file is not ready, or the other one has failed, is played by an episode, or has a rendition.' },
} as const satisfies Endpoint

export const GetMediaTimeline = {
  method: 'GET',
  path: '/api/media/:id/timeline',
  access: 'user',
  summary: 'All that happened to a media file since it was received, oldest first.',
  params: IdParams,
  response: z.array(TimelineEntry),
} as const satisfies Endpoint

export const LinkMedia = {
  method: 'POST',
  path: '/api/episode/:episodeId/media',
  access: 'user',
  summary: 'Makes a media file the audio of an episode; one must own both.',
  params: z.object({ episodeId: Id }),
  body: z.strictObject({
    mediaFileId: Id,
    mediaType: z.literal('audio').default('audio'),
    isDefault: z.literal(true).default(true),
    whenReady: z
      .boolean()
      .default(false)
      .describe('Also take a file that is still being processed: the episode plays it as soon as it is ready.'),
  }),
  status: 201,
  response: z.object({ episodeId: Id, mediaFileId: Id, mediaType: z.literal('audio'), isDefault: z.literal(true) }),
  also: { 409: 'The file is still being processed, or could not be.' },
} as const satisfies Endpoint

export const WatchMedia = {
  method: 'GET',
  path: '/api/media/events',
  access: 'user',
  summary:
    "Changes of one's own media files as they happen: events `media` carry one media file each, `media-deleted` its `id`.",
  answers: 'text/event-stream',
  response: z.unknown(),
} as const satisfies Endpoint
