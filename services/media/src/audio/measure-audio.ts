import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codecName } from '@griot/contracts/media/audio-types'
import { MAX_SECONDS } from '@griot/contracts/values'
import type { Sandbox } from '@griot/service-kit/audio/sandbox'
import { ProcessingFailure } from '../jobs/processing-failure.ts'
import { audioFacts, chooseBitrate } from './audio-facts.ts'
import { decodeFile } from './decode-file.ts'
import { probeFile } from './probe-file.ts'
import { type InputFile, runFfmpeg } from './run-ffmpeg.ts'

interface MeasureInput extends InputFile {
  sandbox: Pick<Sandbox, 'ffprobe'>
  sizeBytes: number
  onPercent(percent: number): void
  onStep(kind: 'checked' | 'measured', sentence?: string): Promise<unknown>
}

/** Reads the format from the container, and measures the length and the sound by decoding the whole file. */
export const measureAudio = async ({ sandbox, sizeBytes, onPercent, onStep, ...file }: MeasureInput) => {
  const facts = audioFacts(await probeFile({ command: sandbox.ffprobe, ...file }))
  const { sampleRate, channels, pictureStream } = facts

  const [codec, format] = [codecName(facts.codec), facts.format.toUpperCase()]
  await onStep('checked', codec === format ? `It is ${codec} sound.` : `It is ${codec} sound, in ${format}.`)

  const expected = Math.max(1, Math.min(facts.claimedSeconds ?? MAX_SECONDS, MAX_SECONDS))
  // The claimed length may be too short, so the progress stays below 100.
  const onSeconds = (done: number) => onPercent(Math.min(99, Math.floor((done / expected) * 100)))
  const decoded = await decodeFile({ ...file, sampleRate, channels, onSeconds })

  const { seconds, loudness, peak, leadingSilence, trailingSilence, peaks } = decoded
  if (seconds < 1) throw new ProcessingFailure('This recording is shorter than a second.', `${seconds} s decoded`)
  const durationSeconds = Math.round(seconds)
  if (durationSeconds > MAX_SECONDS) {
    throw new ProcessingFailure('This recording is longer than 24 hours.', `more than ${MAX_SECONDS} s decoded`)
  }
  await onStep('measured')
  return {
    durationSeconds,
    format: facts.format,
    codec: facts.codec,
    bitrate: chooseBitrate(facts, seconds, sizeBytes),
    sampleRate,
    channels,
    sound: { loudness, peak, leadingSilence, trailingSilence },
    peaks,
    tags: facts.tags,
    /** A file in the same folder. */
    artworkPath: pictureStream === null ? null : await drawArtwork(file, pictureStream),
  }
}

export type MeasuredAudio = Awaited<ReturnType<typeof measureAudio>>

const ARTWORK = 'artwork.jpg'
const MAX_PIXELS = 1_400
const ARTWORK_WALL_MS = 20_000

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
