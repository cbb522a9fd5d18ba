import { MAX_CHAPTERS } from '@griot/contracts/catalog/chapter-rules'
import type { FileChapter } from '@griot/contracts/catalog/chapters'
import { toMilliseconds } from '@griot/contracts/time-text'
import { MAX_SECONDS } from '@griot/contracts/values'
import { z } from 'zod'
import { UNPRINTABLE } from '../files/clean-name.ts'
import { notAudio, ProcessingFailure } from '../jobs/processing-failure.ts'

const Tags = z.record(z.string(), z.string()).default({})

const Numeric = z.string().transform(Number).pipe(z.number().nonnegative()).optional().catch(undefined)

/** The part of ffprobe's JSON that we read. Each number is a value of the header and may be wrong. */
export const ProbeResult = z.object({
  format: z.object({ format_name: z.string(), duration: Numeric, bit_rate: Numeric, tags: Tags }),
  streams: z.array(
    z.object({
      codec_type: z.string().default('unknown'),
      codec_name: z.string().default('unknown'),
      sample_rate: Numeric,
      channels: z.number().optional(),
      bit_rate: Numeric,
      duration: Numeric,
      disposition: z.object({ attached_pic: z.number() }).optional(),
      tags: Tags,
    }),
  ),
  chapters: z.array(z.object({ start_time: Numeric, tags: Tags })).default([]),
})
export type ProbeResult = z.infer<typeof ProbeResult>

/** ffprobe's name of a container, by its first word, and our name. */
const FORMATS = { mp3: 'mp3', wav: 'wav', ogg: 'ogg', aac: 'aac', mov: 'm4a', flac: 'flac' } as const

// Opening a file with a thousand tracks takes hundreds of megabytes. A recording has one, and perhaps some artwork.
const MAX_STREAMS = 8

/** In Hz. Telephone sound has 8,000, the highest rate of common recorders is 384,000. Filters crash far outside. */
const MIN_SAMPLE_RATE = 8_000
const MAX_SAMPLE_RATE = 384_000

/** Returns the header values of an accepted recording. Throws `ProcessingFailure` for any other file. */
export const audioFacts = ({ format, streams, chapters }: ProbeResult) => {
  const container = format.format_name.split(',')[0] ?? ''
  if (!(container in FORMATS)) throw notAudio(`container ${format.format_name}`)
  if (streams.length > MAX_STREAMS) {
    const detail = `${streams.length} streams`
    throw new ProcessingFailure('This file has too many tracks. Please export a single one.', detail)
  }
  const video = streams.find((stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1)
  if (video !== undefined) {
    const detail = `video stream ${video.codec_name}`
    throw new ProcessingFailure('This file contains video. Please export the audio only.', detail)
  }
  const audio = streams.find((stream) => stream.codec_type === 'audio')
  if (audio === undefined) throw notAudio('no audio stream')
  const rate = audio.sample_rate ?? 0
  if (rate < MIN_SAMPLE_RATE || rate > MAX_SAMPLE_RATE) {
    const sentence = 'This recording has an unusual sample rate. Please export it with 44.1 or 48 kHz.'
    throw new ProcessingFailure(sentence, `sample rate ${rate}`)
  }
  const pictureStream = streams.findIndex((stream) => stream.codec_type === 'video')
  return {
    format: FORMATS[container as keyof typeof FORMATS],
    codec: audio.codec_name,
    sampleRate: integerOrNull(audio.sample_rate),
    channels: integerOrNull(audio.channels),
    /** Bits per second, by the header. */
    claimedBitrate: integerOrNull(audio.bit_rate ?? format.bit_rate),
    /** The length in seconds, by the header. */
    claimedSeconds: format.duration ?? null,
    /** The length of the audio track in seconds, by the header. Other tracks may be longer. */
    soundSeconds: audio.duration ?? format.duration ?? null,
    /** The index of the stream that holds artwork. */
    pictureStream: pictureStream < 0 ? null : pictureStream,
    /** Without control characters. The text itself is untrusted. */
    tags: {
      title: readTag('title', format.tags, audio.tags),
      artist: readTag('artist', format.tags, audio.tags),
      album: readTag('album', format.tags, audio.tags),
    },
    /** Null without chapters. The titles are untrusted. */
    chapters: readChapters(chapters),
  }
}

export type AudioFacts = ReturnType<typeof audioFacts>

/** In bit/s, over the whole file. Speech needs more; silence in Opus needs 140, so that 24 hours fit into 1.5 MB. */
const MIN_BITRATE = 8_000
/** Shorter recordings may have any bitrate. */
const MIN_BITRATE_FROM_SECONDS = 600

/** The longest accepted recording of this size. */
export const longestOf = (sizeBytes: number) =>
  Math.min(MAX_SECONDS, Math.max(MIN_BITRATE_FROM_SECONDS, (sizeBytes * 8) / MIN_BITRATE))

/** Throws `ProcessingFailure` if a recording of this size is too long. `source` is where the length comes from. */
export const requireLength = (seconds: number, sizeBytes: number, source: string) => {
  if (seconds <= longestOf(sizeBytes)) return
  const detail = `${Math.round(seconds)} s in ${sizeBytes} bytes, by ${source}`
  if (seconds > MAX_SECONDS) throw new ProcessingFailure('This recording is longer than 24 hours.', detail)
  throw new ProcessingFailure('This recording has less than 8 kbit/s. Please export it with a higher bitrate.', detail)
}

/** The length by the container. PCM has a fixed bitrate, and its header is often wrong: its size decides. */
export const expectedSeconds = ({ codec, claimedBitrate, claimedSeconds }: AudioFacts, sizeBytes: number) => {
  const bySize = claimedBitrate === null ? longestOf(sizeBytes) : (sizeBytes * 8) / claimedBitrate
  if (claimedSeconds === null) return bySize
  return codec.startsWith('pcm_') ? Math.min(claimedSeconds, bySize) : claimedSeconds
}

const MAX_CHARACTERS = 200

/** Some containers write tag names in capitals. */
const readTag = (name: string, ...sources: Record<string, string>[]) => {
  const found = sources.flatMap((tags) => Object.entries(tags)).find(([key]) => key.toLowerCase() === name)?.[1]
  const printable = found?.normalize('NFC').replace(UNPRINTABLE, ' ').trim() ?? ''
  return Array.from(printable).slice(0, MAX_CHARACTERS).join('').trim() || null
}

/** By their start; null with fewer than two. Of chapters with the same start the first one counts. */
const readChapters = (chapters: ProbeResult['chapters']): FileChapter[] | null => {
  const titles = new Map<number, string>()
  for (const { start_time, tags } of chapters) {
    if (start_time === undefined || start_time >= MAX_SECONDS || titles.size === MAX_CHAPTERS) continue
    const start = toMilliseconds(start_time)
    if (!titles.has(start)) titles.set(start, readTag('title', tags) ?? '')
  }
  const sorted = [...titles].sort(([a], [b]) => a - b)
  return sorted.length < 2 ? null : sorted.map(([start, title], at) => ({ start, title: title || `Chapter ${at + 1}` }))
}

// The column is an int4, and a header may contain any number.
const integerOrNull = (value: number | undefined) =>
  value !== undefined && value >= 1 && value < 2 ** 31 ? Math.round(value) : null

/** The bitrate of the header if its length is true, else the average over the whole file. */
export const chooseBitrate = (facts: AudioFacts, measuredSeconds: number, sizeBytes: number) => {
  const { claimedBitrate, claimedSeconds } = facts
  const isTrue = claimedSeconds !== null && Math.abs(claimedSeconds - measuredSeconds) <= measuredSeconds * 0.02
  return isTrue && claimedBitrate !== null ? claimedBitrate : Math.round((sizeBytes * 8) / measuredSeconds)
}
