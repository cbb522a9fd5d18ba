import { z } from 'zod'
import { Id, Percent, Seconds, Timestamp } from '../values.ts'

export const MediaStatus = z.enum(['processing', 'ready', 'failed'])
export type MediaStatus = z.infer<typeof MediaStatus>

/** Services of the release before say nothing of it; what they let people try again, they still may. */
export const IsHopeless = z
  .boolean()
  .default(false)
  .describe('It failed, and trying the same again cannot help: only another file can.')

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

/** The recording once more at an even loudness: as MP3 and as AAC, 128 kbit/s each. The original is kept. */
export const Rendition = z.object({
  status: MediaStatus,
  progress: Percent.nullable(),
  failure: z.string().nullable().describe('Why it could not be made, as a sentence for the creator.'),
  isHopeless: IsHopeless,
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
  isHopeless: IsHopeless,
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
