import { z } from 'zod'
import { get, patch, post, remove } from '../endpoint.ts'
import { Id, page, requiredText, Sha256 } from '../values.ts'
import { MediaFile, TimelineEntry } from './media-file.ts'

export const ListUserMedia = get('/api/user/:id/media', 'user', {
  summary: 'Lists the caller’s media files, newest first.',
  query: page(100),
  response: z.array(MediaFile),
})

export const UploadMedia = post('/api/media/upload', 'user', {
  summary:
    'Uploads one audio file and queues it for processing. It has at most 100 MB (104 857 600 bytes), or more for WAV and FLAC if the operator allows it.',
  file: 'audio',
  status: 201,
  response: z.object({ mediaFile: MediaFile }),
  also: {
    408: 'The upload was too slow.',
    413: 'The file is larger than accepted.',
    415: 'The body is not a form, or its file has an unsupported type.',
  },
})

export const GetMedia = get('/api/media/:id', 'user', {
  summary: 'Returns a media file of the caller; admins may see any.',
  response: MediaFile.extend({ sha256: Sha256.optional() }),
})

export const DeleteMedia = remove('/api/media/:id', 'user', {
  summary: 'Deletes a media file and unlinks it from its episodes.',
  response: z.object({ id: Id, episodeIds: z.array(Id).describe('Episodes that played it and now have no audio.') }),
})

export const RenameMedia = patch('/api/media/:id', 'user', {
  summary: 'Renames a media file.',
  body: z.strictObject({ originalName: requiredText(255, 'Please enter a name.') }),
  response: MediaFile,
})

export const RetryMedia = post('/api/media/:id/retry', 'user', {
  summary: 'Processes a failed media file again.',
  status: 202,
  response: MediaFile,
  also: { 409: 'The file has not failed, or it failed permanently.' },
})

export const ReplaceMedia = post('/api/media/:id/replace', 'user', {
  summary:
    'Replaces the audio of a file with that of another file of the caller, as soon as that is ready. Id, name and episodes stay; the other file is then removed from the library.',
  body: z.strictObject({ mediaFileId: Id.describe('The file with the new audio.') }),
  status: 202,
  response: MediaFile,
  also: { 409: 'This file is not ready, or the other one has failed, is played by an episode, or has a rendition.' },
})

export const GetMediaTimeline = get('/api/media/:id/timeline', 'user', {
  summary: 'Lists the history of a media file since it was received, oldest first.',
  response: z.array(TimelineEntry),
})

export const LinkMedia = post('/api/episode/:episodeId/media', 'user', {
  summary: 'Makes a media file of the caller the audio of an episode that the caller may edit.',
  params: z.object({ episodeId: Id }),
  body: z.strictObject({
    mediaFileId: Id,
    mediaType: z.literal('audio').default('audio'),
    isDefault: z.literal(true).default(true),
    whenReady: z
      .boolean()
      .default(false)
      .describe('Also accept a file that is still being processed: the episode plays it as soon as it is ready.'),
  }),
  status: 201,
  response: z.object({ episodeId: Id, mediaFileId: Id, mediaType: z.literal('audio'), isDefault: z.literal(true) }),
  also: { 409: 'The file is still being processed, or it failed.' },
})

export const WatchMedia = get('/api/media/events', 'user', {
  summary:
    'Streams changes of the caller’s media files as server-sent events: `media` contains a media file, `media-deleted` its `id`. ' +
    'A seventh stream of a user closes the oldest one.',
  responseType: 'text/event-stream',
})
