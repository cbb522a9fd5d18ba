import { z } from 'zod'
import { type Endpoint, pathFor } from '../endpoint.ts'
import { IdParams } from '../values.ts'

export const GetMediaArtwork = {
  method: 'GET',
  path: '/api/media/:id/artwork',
  access: 'user',
  summary: "The picture in the recording's tags, for its owner: a JPEG of at most 1,400 pixels a side.",
  params: IdParams,
  answers: 'image/jpeg',
  response: z.unknown(),
  also: { 304: 'The caller has this picture already.' },
} as const satisfies Endpoint

/** The gateway sends the bytes: they never cross two processes. */
export const StreamMedia = {
  method: 'GET',
  path: '/api/media/:id/stream',
  access: 'public',
  summary: 'The audio itself: for its owner, or for anyone once it is linked to an episode. Takes one `Range`.',
  params: IdParams,
  query: z.object({
    as: z
      .enum(['original', 'mp3', 'aac'])
      .optional()
      .describe('Instead of what listeners hear: the original (its owner only), or the rendition in one of its forms.'),
  }),
  answers: 'audio/*',
  response: z.unknown(),
  also: {
    206: 'The part that was asked for.',
    304: 'The caller has these bytes already.',
    409: 'The file is not ready to be played.',
    416: 'The recording ends before that.',
  },
} as const satisfies Endpoint

/** Points of a waveform at most. */
export const MOST_PEAKS = 1_800

export const GetMediaPeaks = {
  method: 'GET',
  path: '/api/media/:id/peaks',
  access: 'public',
  summary:
    'The waveform, for whoever may hear the audio: at most 1,800 bytes of equal spans of time, each the loudest moment of its span, 255 being full scale.',
  params: IdParams,
  answers: 'application/octet-stream',
  response: z.unknown(),
  also: { 304: 'The caller has this waveform already.', 409: 'The file is not ready to be played.' },
} as const satisfies Endpoint

/** Where the waveform of an episode is, by its `audioUrl`; null when that is not an address of ours. */
export const peaksPathFor = (audioUrl: string) => {
  const [before = '', after = ''] = StreamMedia.path.split(':id')
  if (!audioUrl.startsWith(before) || !audioUrl.endsWith(after)) return null
  return pathFor(GetMediaPeaks, { params: { id: audioUrl.slice(before.length, -after.length) } })
}
