import { z } from 'zod'
import { type Endpoint, pathFor } from './endpoint.ts'
import { Id, IdParams, Percent, page, requiredText, Seconds, Timestamp, UserParams } from './values.ts'

/** Exactly this many bytes are accepted, one more is refused. */
export const MAX_UPLOAD_BYTES = 100 * 1024 * 1024

/** The seven families and the names browsers and recorders use for them. Content decides in the end, not the name. */
export const AUDIO_TYPES = {
  MP3: ['audio/mpeg', 'audio/mp3', 'audio/mpeg3', 'audio/x-mpeg', 'audio/x-mp3'],
  WAV: ['audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave', 'audio/x-pn-wav'],
  OGG: ['audio/ogg', 'application/ogg', 'audio/opus', 'audio/x-ogg', 'audio/vorbis'],
  AAC: ['audio/aac', 'audio/x-aac', 'audio/aacp', 'audio/x-hx-aac-adts'],
  M4A: ['audio/m4a', 'audio/x-m4a', 'audio/mp4', 'audio/mp4a-latm'],
  FLAC: ['audio/flac', 'audio/x-flac'],
} as const
export type AudioFamily = keyof typeof AUDIO_TYPES
export const AUDIO_FAMILIES = Object.keys(AUDIO_TYPES) as AudioFamily[]

/** Why a file is not taken: said by the page before it sends one, and by the service to whoever sends it all the same. */
export const REFUSED_FILE = {
  type: `Please select an audio file (${AUDIO_FAMILIES.join(', ')}).`,
  size: 'Please select a file smaller than 100MB.',
} as const

/** The family of a declared type (parameters and case ignored), or null when it is not one of ours. */
export const audioFamily = (mimeType: string): AudioFamily | null => {
  const bare = mimeType.split(';')[0]?.trim().toLowerCase() ?? ''
  for (const family of AUDIO_FAMILIES) {
    if ((AUDIO_TYPES[family] as readonly string[]).includes(bare)) return family
  }
  return null
}

export const MediaStatus = z.enum(['processing', 'ready', 'failed'])
export type MediaStatus = z.infer<typeof MediaStatus>

/** How a recording sounds, measured while it was decoded. */
export const SoundFacts = z.object({
  loudness: z
    .number()
    .nullable()
    .describe('Integrated, in LUFS as EBU R128 has it; null when there is nothing to hear.'),
  peak: z
    .number()
    .nullable()
    .describe('The loudest moment in dB of full scale, between samples too (true peak); null for perfect silence.'),
  leadingSilence: z.number().min(0).describe('Seconds before the first sound.'),
  trailingSilence: z.number().min(0).describe('Seconds after the last one.'),
})
export type SoundFacts = z.infer<typeof SoundFacts>

/** What the tags of a recording say, offered when an episode is made of it and never used unasked. */
export const TagSuggestions = z.object({
  title: z.string().nullable(),
  artist: z.string().nullable(),
  album: z.string().nullable().describe('Where recorders write the name of the show.'),
  hasArtwork: z.boolean().describe('Whether there is a picture to ask for.'),
})
export type TagSuggestions = z.infer<typeof TagSuggestions>

/** Where a rendition is brought to. */
export const RENDITION_LUFS = -16

/** The recording once more at an even loudness: as MP3 and as AAC, 128 kbit/s each. The original is kept. */
export const Rendition = z.object({
  status: MediaStatus,
  progress: Percent.nullable(),
  failure: z.string().nullable().describe('Why it could not be made, as a sentence for the creator.'),
  loudness: z.number().nullable().describe('As measured in what came out, in LUFS.'),
  peak: z.number().nullable().describe('As measured in what came out: the true peak in dB of full scale.'),
  mp3Size: z.number().int().nullable().describe('In bytes.'),
  aacSize: z.number().int().nullable().describe('In bytes.'),
})
export type Rendition = z.infer<typeof Rendition>

/** New audio on its way to take the place of a file's; until it is ready, the old one is played. */
export const Replacement = z.object({
  id: Id.describe('Of the media file that was uploaded for it. Deleting that one calls it off.'),
  originalName: z.string(),
  status: MediaStatus,
  progress: Percent.nullable(),
  failure: z.string().nullable(),
})
export type Replacement = z.infer<typeof Replacement>

export const Delivery = z.enum(['original', 'rendition'])
export type Delivery = z.infer<typeof Delivery>

export const MediaFile = z.object({
  id: Id,
  originalName: z.string(),
  mimeType: z.string(),
  fileSize: z.number().int().describe('In bytes.'),
  duration: Seconds.nullable().describe('In seconds, measured by decoding; null until then.'),
  createdAt: Timestamp,
  status: MediaStatus,
  progress: Percent.nullable().describe(
    'How much of the processing is done, in percent; null when that is not known or it is over.',
  ),
  failure: z.string().nullable().describe('Why it failed, as a sentence for the creator.'),
  format: z.string().nullable().describe('The container, as measured.'),
  codec: z.string().nullable(),
  bitrate: z.number().int().nullable().describe('Bits per second.'),
  sampleRate: z.number().int().nullable().describe('Samples per second.'),
  channels: z.number().int().nullable(),
  sound: SoundFacts.nullable().describe('Null until measured, and for files measured before this was.'),
  episodeIds: z.array(Id).describe('Episodes that play this file.'),
  suggestions: TagSuggestions.nullable().describe('Null when it has no tags, and until measured.'),
  rendition: Rendition.nullable().describe('Null until somebody asks for one.'),
  delivers: Delivery.describe('What listeners hear.'),
  replacement: Replacement.nullable(),
})
export type MediaFile = z.infer<typeof MediaFile>

/** One thing that happened to a file on its way. */
export const TimelineEntry = z.object({
  kind: z.enum([
    'received',
    'queued',
    'started',
    'checked',
    'measured',
    'interrupted',
    'ready',
    'failed',
    'cancelled',
    'rendition_asked',
    'rendition_started',
    'rendition_interrupted',
    'rendition_ready',
    'rendition_failed',
    'rendition_removed',
    'replaced',
  ]),
  at: Timestamp,
  attempt: z.number().int().nullable().describe('Which attempt of a round it belongs to.'),
  sentence: z.string().nullable().describe('More about it, for the creator.'),
  technical: z.string().nullable().describe('More about it, for whoever looks into it; only for admins.'),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

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
  also: { 409: 'The file has not failed.' },
} as const satisfies Endpoint

export const AskRendition = {
  method: 'POST',
  path: '/api/media/:id/rendition',
  access: 'user',
  summary:
    'Makes a rendition of an even loudness (-16 LUFS, true peak below -1 dB) and has listeners hear it as soon as it is ready. Asking again answers the same.',
  params: IdParams,
  status: 202,
  response: MediaFile,
  also: { 409: 'The file is not ready, or there is nothing to hear in it.' },
} as const satisfies Endpoint

export const RemoveRendition = {
  method: 'DELETE',
  path: '/api/media/:id/rendition',
  access: 'user',
  summary: 'Removes the rendition, or calls it off while it is being made; listeners hear the original.',
  params: IdParams,
  response: MediaFile,
} as const satisfies Endpoint

export const ChooseDelivery = {
  method: 'PUT',
  path: '/api/media/:id/delivery',
  access: 'user',
  summary: 'Says what listeners hear: the original, or its rendition.',
  params: IdParams,
  body: z.strictObject({ delivers: Delivery }),
  response: MediaFile,
  also: { 409: 'There is no rendition that is ready.' },
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

export const WatchMedia = {
  method: 'GET',
  path: '/api/media/events',
  access: 'user',
  summary:
    "Changes of one's own media files as they happen: events `media` carry one media file each, `media-deleted` its `id`.",
  answers: 'text/event-stream',
  response: z.unknown(),
} as const satisfies Endpoint
