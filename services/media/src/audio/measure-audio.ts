import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codecName } from '@griot/contracts/media/audio-types'
import type { Sandbox } from '@griot/service-kit/audio/sandbox'
import { costOf, SAMPLED_FROM_SECONDS, shortSecondsOf } from '../jobs/processing-cost.ts'
import { ProcessingFailure, TimedOut } from '../jobs/processing-failure.ts'
import { audioFacts, chooseBitrate, expectedSeconds, longestOf, requireLength } from './audio-facts.ts'
import { isCutAtEnd, readEnd } from './cut-end.ts'
import { promisedSeconds } from './cut-off.ts'
import { decodeFile } from './decode-file.ts'
import { probeFile } from './probe-file.ts'
import { type InputFile, runFfmpeg } from './run-ffmpeg.ts'
import { readWavShare } from './wav-share.ts'

interface CheckInput extends InputFile {
  sandbox: Pick<Sandbox, 'ffprobe'>
  sizeBytes: number
}

/** Reads the format from the container, and estimates the length and the cost. Refuses what is not accepted at once. */
export const checkAudio = async ({ sandbox, sizeBytes, ...file }: CheckInput) => {
  // Before ffprobe runs: a file that took it over could replace the file.
  const path = join(file.dir, file.name)
  const [wavShare, end] = await Promise.all([readWavShare(path, sizeBytes), readEnd(path, sizeBytes)])
  const facts = audioFacts(await probeFile({ command: sandbox.ffprobe, ...file }))
  const seconds = expectedSeconds(facts, sizeBytes)
  requireLength(seconds, sizeBytes, 'the container')
  const [codec, format] = [codecName(facts.codec), facts.format.toUpperCase()]
  return {
    facts,
    sizeBytes,
    wavShare,
    isCutAtEnd: isCutAtEnd(facts.format, end),
    expectedSeconds: seconds,
    cost: costOf({ ...facts, seconds }),
    sentence: codec === format ? `It is ${codec} sound.` : `It is ${codec} sound, in ${format}.`,
  }
}

export type CheckedAudio = Awaited<ReturnType<typeof checkAudio>>

/** The recording takes longer than its header states, so it must not occupy a slot for short work. */
export class NotShort extends Error {}

// A decoder may need more time than estimated, and the machine may be busy.
const SHORT_WALL_MS = 10_000
const SHORT_TOLERANCE = 1.5
// Decoding continues for this long after a limit, so that the result shows that it was exceeded.
const EXCESS_SECONDS = 10

const decode = async (file: InputFile, checked: CheckedAudio, onSeconds: (seconds: number) => void) => {
  const { sampleRate, channels } = checked.facts
  const longest = longestOf(checked.sizeBytes) + EXCESS_SECONDS
  const decodeUpTo = (mostSeconds: number, options: { isSampled?: boolean; wallMs?: number } = {}) =>
    decodeFile({ ...file, sampleRate, channels, onSeconds, isSampled: false, mostSeconds, ...options })

  if (file.jobClass === 'short') {
    const most = shortSecondsOf(checked.facts) * SHORT_TOLERANCE
    const decoded = await decodeUpTo(Math.min(most, longest), { wallMs: SHORT_WALL_MS }).catch((error: unknown) => {
      throw error instanceof TimedOut ? new NotShort(error.detail) : error
    })
    if (decoded.seconds > most - 1) throw new NotShort(`longer than ${most} s`)
    return decoded
  }
  if (checked.expectedSeconds <= SAMPLED_FROM_SECONDS) {
    const most = SAMPLED_FROM_SECONDS + EXCESS_SECONDS
    const decoded = await decodeUpTo(Math.min(most, longest))
    if (decoded.seconds <= SAMPLED_FROM_SECONDS) return decoded
  }
  return decodeUpTo(longest, { isSampled: true })
}

interface MeasureInput extends InputFile {
  onPercent(percent: number): void
}

/** Measures the length and the sound by decoding the whole file. Throws `NotShort` in a short job only. */
export const measureAudio = async (checked: CheckedAudio, { onPercent, ...file }: MeasureInput) => {
  const { facts, sizeBytes, wavShare } = checked
  const expected = Math.max(1, checked.expectedSeconds)
  // The length of the header may be too short, so the progress stays below 100.
  const onSeconds = (done: number) => onPercent(Math.min(99, Math.floor((done / expected) * 100)))
  const { seconds, loudness, peak, leadingSilence, trailingSilence, peaks } = await decode(file, checked, onSeconds)
  if (seconds < 1) throw new ProcessingFailure('This recording is shorter than a second.', `${seconds} s decoded`)
  requireLength(Math.round(seconds), sizeBytes, 'decoding')
  return {
    durationSeconds: Math.round(seconds),
    promisedSeconds: promisedSeconds(facts, { seconds, sizeBytes, wavShare }),
    isCutAtEnd: checked.isCutAtEnd,
    format: facts.format,
    codec: facts.codec,
    bitrate: chooseBitrate(facts, seconds, sizeBytes),
    sampleRate: facts.sampleRate,
    channels: facts.channels,
    sound: { loudness, peak, leadingSilence, trailingSilence },
    peaks,
    tags: facts.tags,
    chapters: facts.chapters,
    /** A file in the same folder. */
    artworkPath: facts.pictureStream === null ? null : await drawArtwork(file, facts.pictureStream),
  }
}

export type MeasuredAudio = Awaited<ReturnType<typeof measureAudio>>

const ARTWORK = 'artwork.jpg'
const MAX_PIXELS = 1_400
// A cover of 3000 pixels takes 0.2 seconds. It is drawn in a slot for short files.
const ARTWORK_WALL_MS = 5_000

/** Draws the picture of a stream as a new JPEG. Returns its path, or null if ffmpeg cannot draw it. */
const drawArtwork = async (file: InputFile, stream: number) => {
  const path = join(file.dir, ARTWORK)
  const scale = `scale=w='min(${MAX_PIXELS},iw)':h='min(${MAX_PIXELS},ih)':force_original_aspect_ratio=decrease`
  try {
    await runFfmpeg({ ...file, wallMs: ARTWORK_WALL_MS }, (command) =>
      command
        .output(ARTWORK)
        .outputOptions(['-map', `0:${stream}`, '-frames:v', '1', '-map_metadata', '-1', '-c:v', 'mjpeg', '-q:v', '3'])
        .outputOptions(['-pix_fmt', 'yuvj420p', '-threads', '1'])
        .videoFilters(scale)
        .format('mjpeg'),
    )
    return (await stat(path)).size > 0 ? path : null
  } catch (error) {
    file.signal.throwIfAborted()
    file.log(`no artwork: ${String(error)}`)
    return null
  }
}
