import { codecName } from '@griot/contracts/media/audio-types'
import { MAX_SECONDS } from '@griot/contracts/values'
import { audioFacts, believedBitrate } from './audio-facts.ts'
import { decodeFile } from './decode-file.ts'
import { drawArtwork } from './draw-artwork.ts'
import { lookAtFile } from './look-at-file.ts'
import type { Measured } from './processing.queries.ts'
import { Rejected } from './rejected.ts'
import type { Sandbox } from './sandbox.ts'

export interface MeasureInput {
  sandbox: Sandbox
  /** A private folder with nothing in it but the file. */
  dir: string
  name: string
  sizeBytes: number
  signal: AbortSignal
  say(line: string): void
  onPercent(percent: number): void
  onStep(kind: 'checked' | 'measured', sentence?: string): Promise<unknown>
}

/** What is known of a file, and the picture that was found in it. */
export interface Findings extends Measured {
  /** A file in the same folder. */
  artworkPath: string | null
}

/** Finds out what a file really is: its kind from the container, its length from decoding all of it. */
export const measureAudio = async (input: MeasureInput): Promise<Findings> => {
  const { sandbox, dir, name, sizeBytes, signal, say, onPercent, onStep } = input
  const facts = audioFacts(await lookAtFile({ command: sandbox.ffprobe, dir, name, signal, say }))

  const [codec, format] = [codecName(facts.codec), facts.format.toUpperCase()]
  await onStep('checked', codec === format ? `It is ${codec} sound.` : `It is ${codec} sound, in ${format}.`)

  const expected = Math.min(facts.claimedSeconds ?? MAX_SECONDS, MAX_SECONDS)
  const decoded = await decodeFile({
    dir,
    name,
    signal,
    say,
    sampleRate: facts.sampleRate,
    channels: facts.channels,
    // The claim may be wrong, so it is never allowed to say that all is done.
    onSeconds: (done) => onPercent(Math.min(99, Math.floor((done / Math.max(expected, 1)) * 100))),
  })

  const { seconds } = decoded
  if (seconds < 1) throw new Rejected('This recording is shorter than a second.', `${seconds} s decoded`)
  const durationSeconds = Math.round(seconds)
  if (durationSeconds > MAX_SECONDS) {
    throw new Rejected('This recording is longer than 24 hours.', `more than ${MAX_SECONDS} s decoded`)
  }
  await onStep('measured')
  const { pictureStream } = facts
  return {
    durationSeconds,
    format: facts.format,
    codec: facts.codec,
    bitrate: believedBitrate(facts, seconds, sizeBytes),
    sampleRate: facts.sampleRate,
    channels: facts.channels,
    sound: {
      loudness: decoded.loudness,
      peak: decoded.peak,
      leadingSilence: decoded.leadingSilence,
      trailingSilence: decoded.trailingSilence,
    },
    peaks: decoded.peaks,
    tags: facts.tags,
    artworkPath: pictureStream === null ? null : await drawArtwork({ dir, name, signal, say }, pictureStream),
  }
}
