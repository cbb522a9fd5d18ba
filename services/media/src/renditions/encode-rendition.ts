import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { RENDITION_LUFS } from '@griot/contracts/media/renditions'
import { MAX_SECONDS } from '@griot/contracts/values'
import { decodeFile } from '../processing/decode-file.ts'
import { Rejected } from '../processing/rejected.ts'
import { type FfmpegInput, runForSound } from '../processing/run-ffmpeg.ts'

const WALL_MS = 2 * 60 * 60_000
const BITRATE = '128k'
// MP3 and AAC raise peaks a little: with this much room they stay below -1 dB.
const MOST_PEAK_DB = -1.8
// Peaks between samples are held as well: the limiter works at a rate at which there are samples.
const OVERSAMPLED = 4
const NEAR_ENOUGH_LU = 0.7
const MOST_GAIN_DB = 40
const RATES = [44_100, 48_000]
const SILENT = 'There is nothing to hear in this recording.'

// Only shows that it gets on, and how far it is.
const CLOCK_RATE = 8_000

const FILES = { mp3: 'rendition.mp3', aac: 'rendition.m4a' } as const

export interface EncodeInput extends Omit<FfmpegInput, 'wallMs'> {
  seconds: number
  sampleRate: number | null
  channels: number | null
  onPercent(percent: number): void
}

/**
 * Makes the two forms of a rendition in `dir`, and measures what came out. All of the recording becomes louder or quieter
 * by the same amount, and peaks that have no room are held. Where holding them has taken too much, it is done once more
 * with what is missing.
 */
export const encodeRendition = async ({ onPercent, seconds, ...input }: EncodeInput) => {
  const part = (from: number, to: number) => (done: number) =>
    onPercent(Math.floor(from + (to - from) * Math.min(1, done / Math.max(seconds, 1))))
  const encodeAndMeasure = async (gain: number, percents: [number, number, number]) => {
    const [from, encoded, to] = percents
    await encode(input, gain, part(from, encoded))
    return decodeFile({ ...input, name: FILES.mp3, onSeconds: part(encoded, to) })
  }

  const before = await decodeFile({ ...input, onSeconds: part(0, 15) })
  if (before.loudness === null || before.peak === null) throw new Rejected(SILENT, 'no loudness')
  const gain = Math.min(RENDITION_LUFS - before.loudness, MOST_GAIN_DB)
  let after = await encodeAndMeasure(gain, [15, 60, 70])
  const missing = RENDITION_LUFS - (after.loudness ?? RENDITION_LUFS)
  if (missing > NEAR_ENOUGH_LU) after = await encodeAndMeasure(Math.min(gain + missing, MOST_GAIN_DB), [70, 92, 99])

  const [mp3Path, aacPath] = [join(input.dir, FILES.mp3), join(input.dir, FILES.aac)]
  return {
    mp3Path,
    aacPath,
    made: {
      loudness: after.loudness,
      peak: after.peak,
      mp3Bytes: (await stat(mp3Path)).size,
      aacBytes: (await stat(aacPath)).size,
    },
  }
}

const amplify = (gain: number, rate: number) =>
  [
    `volume=${gain.toFixed(2)}dB`,
    `aresample=${rate * OVERSAMPLED}`,
    `alimiter=limit=${(10 ** (MOST_PEAK_DB / 20)).toFixed(4)}:level=0:attack=5:release=50`,
    `aresample=${rate}`,
  ].join(',')

const encode = (input: Omit<EncodeInput, 'onPercent' | 'seconds'>, gain: number, onSeconds: (done: number) => void) => {
  const rate = RATES.find((known) => known === input.sampleRate) ?? 44_100
  const channels = input.channels === 1 ? 1 : 2
  let clockBytes = 0
  // No tags, chapters or pictures: they would be a stranger's words in a file of ours.
  const bare = ['-map_metadata', '-1', '-map_chapters', '-1', '-threads', '1', '-t', String(MAX_SECONDS)]
  return runForSound(
    { ...input, wallMs: WALL_MS },
    (command, clock) =>
      command
        .complexFilter([
          // As one layout from the beginning: it must not change where a file says that it does.
          `[0:a:0]asetpts=N/SR/TB,aformat=channel_layouts=${channels === 1 ? 'mono' : 'stereo'},${amplify(gain, rate)},asplit=3[mp3][aac][rest]`,
          `[rest]aresample=${CLOCK_RATE},aformat=channel_layouts=mono[clock]`,
        ])
        .output(join(input.dir, FILES.mp3))
        .outputOptions(['-map', '[mp3]', '-c:a', 'libmp3lame', '-b:a', BITRATE, ...bare])
        .format('mp3')
        .output(join(input.dir, FILES.aac))
        .outputOptions(['-map', '[aac]', '-c:a', 'aac', '-b:a', BITRATE, '-movflags', '+faststart', ...bare])
        .format('ipod')
        .output(clock)
        .outputOptions(['-map', '[clock]', ...bare])
        .format('s16le'),
    (chunk) => {
      clockBytes += chunk.length
      onSeconds(clockBytes / (CLOCK_RATE * 2))
    },
  )
}
