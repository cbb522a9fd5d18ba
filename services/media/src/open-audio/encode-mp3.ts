import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import type { EpisodeTags } from '@griot/contracts/events'
import { MAX_SECONDS } from '@griot/contracts/values'
import type { FfmpegCommand } from 'fluent-ffmpeg'
import { CLOCK, clockSeconds, MP3_OPTIONS, soundFilter } from '../audio/encoding.ts'
import { type InputFile, inputOf, runFfmpeg } from '../audio/run-ffmpeg.ts'
import { metadataFile } from './audio-tags.ts'

const WALL_MS = 60 * 60_000
const LIMITS = ['-threads', '1', '-t', String(MAX_SECONDS)]
// The tags, chapters and pictures of the input are untrusted. More programs read ID3v2.3 than 2.4.
const TAGGED = ['-map_metadata', '1', '-map_chapters', '1', '-id3v2_version', '3', ...LIMITS]
const NO_TAGS: EpisodeTags = { title: '', podcastTitle: '', chapters: [] }
const [OUTPUT, METADATA] = ['episode.mp3', 'metadata.txt']

interface EncodeMp3Input extends InputFile {
  /** The input is an MP3 that we made: its sound is copied. */
  isCopied: boolean
  tags: EpisodeTags | null
  duration: number
  sampleRate: number | null
  channels: number | null
  onPercent(percent: number): void
}

/** Makes the MP3 of an episode with its tags, at the loudness of the input. */
export const encodeMp3 = async (input: EncodeMp3Input) => {
  const { isCopied, tags, duration, sampleRate, channels, onPercent, ...file } = input
  await writeFile(join(file.dir, METADATA), metadataFile(tags ?? NO_TAGS, duration))
  const run = (
    configure: (command: FfmpegCommand, clock: Writable) => FfmpegCommand,
    onPcm?: (chunk: Buffer) => void,
  ) =>
    runFfmpeg(
      { ...file, wallMs: WALL_MS },
      (command, clock) =>
        configure(
          command.input(inputOf(METADATA)).inputOptions(['-protocol_whitelist', 'file', '-f', 'ffmetadata']),
          clock,
        ),
      onPcm,
    )
  if (isCopied) {
    await run((command) =>
      command
        .output(OUTPUT)
        .outputOptions(['-map', '0:a:0', '-c:a', 'copy', ...TAGGED])
        .format('mp3'),
    )
  } else {
    let bytes = 0
    await run(
      (command, clock) =>
        command
          .complexFilter([`[0:a:0]${soundFilter({ sampleRate, channels })},asplit[mp3][rest]`, `[rest]${CLOCK}`])
          .output(OUTPUT)
          .outputOptions(['-map', '[mp3]', ...MP3_OPTIONS, ...TAGGED])
          .format('mp3')
          .output(clock)
          .outputOptions(['-map', '[clock]', ...LIMITS])
          .format('s16le'),
      (chunk) => {
        bytes += chunk.length
        onPercent(Math.floor(100 * Math.min(1, clockSeconds(bytes) / Math.max(duration, 1))))
      },
    )
  }
  const path = join(file.dir, OUTPUT)
  return { path, sizeBytes: (await stat(path)).size }
}
