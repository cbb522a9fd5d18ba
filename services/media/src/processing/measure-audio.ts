import { MAX_SECONDS } from '@griot/contracts/values'
import { audioFacts, believedBitrate } from './audio-facts.ts'
import { decodeFile } from './decode-file.ts'
import { probeFile } from './probe-file.ts'
import type { Measured } from './processing.queries.ts'
import { Rejected } from './rejected.ts'
import type { Sandbox } from './sandbox.ts'

// Looking between samples takes most of the time; for longer recordings their owner would wait too long.
const TRUE_PEAK_SECONDS = 3_600

export interface MeasureInput {
  sandbox: Sandbox
  /** A private folder with nothing in it but the file. */
  dir: string
  name: string
  sizeBytes: number
  signal: AbortSignal
  onPercent(percent: number): void
  onStep(kind: 'checked' | 'measured', sentence?: string): Promise<unknown>
}

/** Finds out what a file really is: its kind from the container, its length from decoding all of it. */
export const measureAudio = async ({
  sandbox,
  dir,
  name,
  sizeBytes,
  signal,
  onPercent,
  onStep,
}: MeasureInput): Promise<Measured> => {
  const facts = audioFacts(await probeFile({ command: sandbox.ffprobe, dir, name, signal }))

  await onStep('checked', `It is ${facts.codec.toUpperCase()} sound, in ${facts.format.toUpperCase()}.`)

  const expected = Math.min(facts.claimedSeconds ?? MAX_SECONDS, MAX_SECONDS)
  const decoded = await decodeFile({
    dir,
    name,
    signal,
    peak: expected <= TRUE_PEAK_SECONDS ? 'true' : 'sample',
    channels: facts.channels ?? 2,
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
  }
}
