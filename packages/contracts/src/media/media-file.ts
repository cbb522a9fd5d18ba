import { z } from 'zod'
import { Id, Percent, Seconds, Timestamp } from '../values.ts'

export const MediaStatus = z.enum(['processing', 'ready', 'failed'])

/** Defaults to false for services of the previous release, which do not send it. */
export const IsHopeless = z.boolean().default(false).describe('It failed permanently: only another file can help.')

export const SoundFacts = z.object({
  loudness: z.number().nullable().describe('Integrated loudness in LUFS (EBU R128); null if the recording is silent.'),
  peak: z.number().nullable().describe('True peak in dB of full scale; null for perfect silence.'),
  leadingSilence: z.number().min(0).describe('Seconds before the first sound.'),
  trailingSilence: z.number().min(0).describe('Seconds after the last one.'),
})
export type SoundFacts = z.infer<typeof SoundFacts>

/** Tags of a recording, offered as suggestions when an episode is created. */
export const TagSuggestions = z.object({
  title: z.string().nullable(),
  artist: z.string().nullable(),
  album: z.string().nullable().describe('Recorders store the name of the show here.'),
  hasArtwork: z.boolean().describe('Whether the artwork endpoint has a picture.'),
})

/** The recording at an even loudness, as MP3 and as AAC with 128 kbit/s each. The original is kept. */
export const Rendition = z.object({
  status: MediaStatus,
  progress: Percent.nullable(),
  failure: z.string().nullable().describe('The reason why encoding failed, as a sentence for the creator.'),
  isHopeless: IsHopeless,
  loudness: z.number().nullable().describe('Measured in the rendition, in LUFS.'),
  peak: z.number().nullable().describe('Measured in the rendition: the true peak in dB of full scale.'),
  mp3Size: z.number().int().nullable().describe('In bytes.'),
  aacSize: z.number().int().nullable().describe('In bytes.'),
})
export type Rendition = z.infer<typeof Rendition>

/** New audio that replaces the audio of a file when it is ready. */
export const Replacement = z.object({
  id: Id.describe('The media file with the new audio. Deleting it cancels the replacement.'),
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
  promisedDuration: Seconds.nullable()
    .default(null)
    .describe('The length in seconds that the file states, if it is cut off and less was decoded; else null.'),
  isCutOff: z
    .boolean()
    .default(false)
    .describe('The end of the recording is missing. Ogg and AAC files do not state how much.'),
  createdAt: Timestamp,
  status: MediaStatus,
  progress: Percent.nullable().describe('The progress of processing in percent; null if unknown or finished.'),
  failure: z.string().nullable().describe('The reason why it failed, as a sentence for the creator.'),
  isHopeless: IsHopeless,
  format: z.string().nullable().describe('The container, as measured.'),
  codec: z.string().nullable(),
  bitrate: z.number().int().nullable().describe('Bits per second.'),
  sampleRate: z.number().int().nullable().describe('Samples per second.'),
  channels: z.number().int().nullable(),
  sound: SoundFacts.nullable().describe(
    'Null until measured, and for files that were processed before this was measured.',
  ),
  episodeIds: z.array(Id).describe('Episodes that play this file.'),
  suggestions: TagSuggestions.nullable().describe('Null if it has no tags, and until measured.'),
  rendition: Rendition.nullable().describe('Null until one is requested.'),
  delivers: Delivery.describe('The audio that listeners hear.'),
  replacement: Replacement.nullable(),
})
export type MediaFile = z.infer<typeof MediaFile>

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
  attempt: z.number().int().nullable().describe('The number of the attempt.'),
  sentence: z.string().nullable().describe('Details for the creator.'),
  technical: z.string().nullable().describe('Technical details, only for admins.'),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>
