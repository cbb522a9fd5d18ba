import { z } from 'zod'
import { notAudio, Rejected } from './rejected.ts'

const Tags = z.record(z.string(), z.string()).default({})

const Numeric = z.string().transform(Number).pipe(z.number().nonnegative()).optional().catch(undefined)

/** What ffprobe says of a file, as far as we ask. Each number in it is only what the file claims. */
export const ProbeAnswer = z.object({
  format: z.object({ format_name: z.string(), duration: Numeric, bit_rate: Numeric, tags: Tags }),
  streams: z.array(
    z.object({
      codec_type: z.string().default('unknown'),
      codec_name: z.string().default('unknown'),
      sample_rate: Numeric,
      channels: z.number().optional(),
      bit_rate: Numeric,
      disposition: z.object({ attached_pic: z.number() }).optional(),
      tags: Tags,
    }),
  ),
})
export type ProbeAnswer = z.infer<typeof ProbeAnswer>

export interface AudioFacts {
  format: AudioFormat
  codec: string
  sampleRate: number | null
  channels: number | null
  /** Bits per second and seconds as the header has them: hints, to be measured. */
  claimedBitrate: number | null
  claimedSeconds: number | null
  /** Which of its streams is a picture that we can draw. */
  pictureStream: number | null
  tags: TagFacts
}

/** What its maker has written into it; cleaned, but anything may stand there. */
export interface TagFacts {
  title: string | null
  artist: string | null
  album: string | null
}

/** ffprobe's name of a container, by its first word, and ours. */
const FORMATS = { mp3: 'mp3', wav: 'wav', ogg: 'ogg', aac: 'aac', mov: 'm4a', flac: 'flac' } as const
type AudioFormat = (typeof FORMATS)[keyof typeof FORMATS]

// A thousand tracks cost hundreds of megabytes to open; a recording has one, with a cover perhaps a few.
const MOST_STREAMS = 8

/** Whether a file is a recording we take, and what it claims about itself. Throws {@link Rejected} when it is not. */
export const audioFacts = ({ format, streams }: ProbeAnswer): AudioFacts => {
  const container = format.format_name.split(',')[0] ?? ''
  if (!(container in FORMATS)) throw notAudio(`container ${format.format_name}`)
  if (streams.length > MOST_STREAMS) {
    throw new Rejected('This file has too many tracks. Please export a single one.', `${streams.length} streams`)
  }
  const isPicture = streams.find((stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1)
  if (isPicture !== undefined) {
    throw new Rejected('This file holds video. Please export the sound only.', `video stream ${isPicture.codec_name}`)
  }
  const audio = streams.find((stream) => stream.codec_type === 'audio')
  if (audio === undefined) throw notAudio('no audio stream')
  return {
    format: FORMATS[container as keyof typeof FORMATS],
    codec: audio.codec_name,
    sampleRate: wholeOrNull(audio.sample_rate),
    channels: wholeOrNull(audio.channels),
    claimedBitrate: wholeOrNull(audio.bit_rate ?? format.bit_rate),
    claimedSeconds: format.duration ?? null,
    pictureStream: indexOrNull(streams.findIndex((stream) => stream.codec_type === 'video')),
    tags: {
      title: tagNamed('title', format.tags, audio.tags),
      artist: tagNamed('artist', format.tags, audio.tags),
      album: tagNamed('album', format.tags, audio.tags),
    },
  }
}

const indexOrNull = (index: number) => (index < 0 ? null : index)

const MOST_CHARACTERS = 200
// Control characters, halves of characters and direction marks.
const NEVER_SHOWN = /[\p{Cc}\p{Cs}\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu

/** Some containers spell names in capitals. */
const tagNamed = (name: string, ...all: Record<string, string>[]) => {
  const found = all.flatMap((tags) => Object.entries(tags)).find(([key]) => key.toLowerCase() === name)?.[1]
  const shown = found?.normalize('NFC').replace(NEVER_SHOWN, ' ').trim() ?? ''
  return Array.from(shown).slice(0, MOST_CHARACTERS).join('').trim() || null
}

// The column is an int4; a header may claim anything.
const wholeOrNull = (value: number | undefined) =>
  value !== undefined && value >= 1 && value < 2 ** 31 ? Math.round(value) : null

/** The header's bitrate where the header tells the truth about the length, else the average over the whole file. */
export const believedBitrate = (facts: AudioFacts, measuredSeconds: number, sizeBytes: number) => {
  const { claimedBitrate, claimedSeconds } = facts
  const isHonest = claimedSeconds !== null && Math.abs(claimedSeconds - measuredSeconds) <= measuredSeconds * 0.02
  return isHonest && claimedBitrate !== null ? claimedBitrate : Math.round((sizeBytes * 8) / measuredSeconds)
}
