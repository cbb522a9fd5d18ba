import { MAX_SECONDS } from '@griot/contracts/values'
import type { AudioFacts } from './audio-facts.ts'

/** Encoders add some silence, and containers round. */
const TOLERANCE_SECONDS = 2
const TOLERANCE_SHARE = 0.02

interface Decoded {
  /** The length in seconds, by decoding. */
  seconds: number
  sizeBytes: number
  wavShare: number
}

/** The length in whole seconds that the file promises, if it is cut off; null if all of it was decoded. */
export const promisedSeconds = (facts: AudioFacts, { seconds, sizeBytes, wavShare }: Decoded) => {
  const stated = facts.format === 'wav' ? seconds / wavShare : statedSeconds(facts, sizeBytes)
  const isCutOff = stated !== null && stated - seconds > Math.max(TOLERANCE_SECONDS, stated * TOLERANCE_SHARE)
  return isCutOff ? Math.min(MAX_SECONDS, Math.round(stated)) : null
}

/** Null if the length is no value of the file: ffprobe estimates it from the bitrate if an MP3 or AAC file states none. */
const statedSeconds = ({ format, soundSeconds, claimedBitrate }: AudioFacts, sizeBytes: number) => {
  if (soundSeconds === null || format === 'aac') return null
  if (format !== 'mp3' || claimedBitrate === null) return soundSeconds
  const estimated = (sizeBytes * 8) / claimedBitrate
  return Math.abs(soundSeconds - estimated) <= estimated * TOLERANCE_SHARE ? null : soundSeconds
}
