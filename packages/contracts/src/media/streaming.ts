import { z } from 'zod'
import { get, pathFor } from '../endpoint.ts'

export const GetMediaArtwork = get('/api/media/:id/artwork', 'user', {
  summary: 'Returns the artwork in the tags of a recording, for its owner: a JPEG of at most 1,400 pixels a side.',
  responseType: 'image/jpeg',
  also: { 304: 'The caller has this picture already.' },
})

/** The gateway sends the bytes, so they never pass through two processes. */
export const StreamMedia = get('/api/media/:id/stream', 'public', {
  summary:
    'Returns the audio: for its owner, for everyone once a published episode plays it, and before that for members of the show. Accepts one `Range`.',
  query: z.object({
    preview: z.string().max(100).optional().describe('The token of a private link, for users who are not members.'),
    as: z
      .enum(['original', 'mp3', 'aac'])
      .optional()
      .describe(
        'Overrides the form that listeners hear: the original, or the rendition as MP3 or AAC. Callers who do not own the file get only what the episode plays.',
      ),
  }),
  responseType: 'audio/*',
  also: {
    206: 'The requested range.',
    304: 'The bytes have not changed.',
    409: 'The file is not ready.',
    416: 'The range begins after the end of the file.',
  },
})

export const MAX_PEAKS = 1_800

export const GetMediaPeaks = get('/api/media/:id/peaks', 'public', {
  summary:
    'Returns the waveform to every caller who may hear the audio: at most 1,800 bytes, each the peak of an equal span of time, 255 being full scale.',
  responseType: 'application/octet-stream',
  also: { 304: 'The waveform has not changed.', 409: 'The file is not ready.' },
})

/** The path of an episode's waveform, by its `audioUrl`; null if that is not a URL of ours. */
export const peaksPathFor = (audioUrl: string) => {
  const [before = '', after = ''] = StreamMedia.path.split(':id')
  if (!audioUrl.startsWith(before) || !audioUrl.endsWith(after)) return null
  return pathFor(GetMediaPeaks, { params: { id: audioUrl.slice(before.length, -after.length) } })
}
