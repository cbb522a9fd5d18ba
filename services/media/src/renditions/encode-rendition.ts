import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { RENDITION_LUFS } from '@griot/contracts/media/renditions'
import { MAX_SECONDS } from '@griot/contracts/values'
import { type DecodeInput, decodeFile } from '../audio/decode-file.ts'
import { AAC_OPTIONS, CLOCK, clockSeconds, MP3_OPTIONS, outputRate, soundFilter } from '../audio/encoding.ts'
import { runFfmpeg } from '../audio/run-ffmpeg.ts'
import { SAMPLED_FROM_SECONDS } from '../jobs/processing-cost.ts'
import { ProcessingFailure } from '../jobs/processing-failure.ts'

const WALL_MS = 2 * 60 * 60_000
// MP3 and AAC raise peaks a little. With this margin they stay below -1 dB.
const MAX_PEAK_DB = -1.8
// The limiter works at this multiple of the sample rate, so that it also limits peaks between samples.
const OVERSAMPLING = 4
const TOLERANCE_LU = 0.7
const MAX_GAIN_DB = 40

const FILES = { mp3: 'rendition.mp3', aac: 'rendition.m4a' } as const

interface EncodeInput extends Omit<DecodeInput, 'onSeconds' | 'mostSeconds' | 'isSampled' | 'wallMs'> {
  seconds: number
  onPercent(percent: number): void
}

/**
 * Encodes both forms of a rendition in `dir` and measures the result. The whole recording gets the same gain, and a
 * limiter holds the peaks. If the limiter has taken too much loudness, a second pass adds the missing gain.
 */
export const encodeRendition = async ({ onPercent, seconds, ...input }: EncodeInput) => {
  const percentBetween = (from: number, to: number) => (done: number) =>
    onPercent(Math.floor(from + (to - from) * Math.min(1, done / Math.max(seconds, 1))))
  const range = { mostSeconds: MAX_SECONDS, isSampled: seconds > SAMPLED_FROM_SECONDS }
  const encodeAndMeasure = async (gain: number, [from, encoded, to]: [number, number, number]) => {
    await encode(input, gain, percentBetween(from, encoded))
    return decodeFile({ ...input, ...range, name: FILES.mp3, onSeconds: percentBetween(encoded, to) })
  }

  const before = await decodeFile({ ...input, ...range, onSeconds: percentBetween(0, 15) })
  if (before.loudness === null) {
    throw new ProcessingFailure('There is nothing to hear in this recording.', 'no loudness')
  }
  const gain = Math.min(RENDITION_LUFS - before.loudness, MAX_GAIN_DB)
  let after = await encodeAndMeasure(gain, [15, 60, 70])
  const missing = RENDITION_LUFS - (after.loudness ?? RENDITION_LUFS)
  if (missing > TOLERANCE_LU) after = await encodeAndMeasure(Math.min(gain + missing, MAX_GAIN_DB), [70, 92, 99])

  const [mp3Path, aacPath] = [join(input.dir, FILES.mp3), join(input.dir, FILES.aac)]
  const [{ size: mp3Bytes }, { size: aacBytes }] = await Promise.all([stat(mp3Path), stat(aacPath)])
  return { mp3Path, aacPath, encoded: { loudness: after.loudness, peak: after.peak, mp3Bytes, aacBytes } }
}

export type EncodedRendition = Awaited<ReturnType<typeof encodeRendition>>['encoded']

const amplify = (gain: number, rate: number) =>
  [
    `volume=${gain.toFixed(2)}dB`,
    `aresample=${rate * OVERSAMPLING}`,
    `alimiter=limit=${(10 ** (MAX_PEAK_DB / 20)).toFixed(4)}:level=0:attack=5:release=50`,
    `aresample=${rate}`,
  ].join(',')

const encode = (input: Omit<EncodeInput, 'onPercent' | 'seconds'>, gain: number, onSeconds: (done: number) => void) => {
  // The tags, chapters and pictures of the original are untrusted.
  const bare = ['-map_metadata', '-1', '-map_chapters', '-1', '-threads', '1', '-t', String(MAX_SECONDS)]
  const graph = [
    `[0:a:0]${soundFilter(input)},${amplify(gain, outputRate(input))},asplit=3[mp3][aac][rest]`,
    `[rest]${CLOCK}`,
  ]
  let clockBytes = 0
  return runFfmpeg(
    { ...input, wallMs: WALL_MS },
    (command, clock) =>
      command
        .complexFilter(graph)
        .output(FILES.mp3)
        .outputOptions(['-map', '[mp3]', ...MP3_OPTIONS, ...bare])
        .format('mp3')
        .output(FILES.aac)
        .outputOptions(['-map', '[aac]', ...AAC_OPTIONS, '-movflags', '+faststart', ...bare])
        .format('ipod')
        .output(clock)
        .outputOptions(['-map', '[clock]', ...bare])
        .format('s16le'),
    (chunk) => {
      clockBytes += chunk.length
      onSeconds(clockSeconds(clockBytes))
    },
  )
}
