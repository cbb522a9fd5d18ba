import type { MediaFile, SoundFacts } from '@griot/contracts/media/media-file'
import { RENDITION_LUFS } from '@griot/contracts/media/renditions'
import { formatDuration } from '@griot/ui/format'

export interface Remark {
  tone: 'fine' | 'look' | 'bad'
  sentence: string
  /** Normalizing can fix it. */
  canNormalize?: true
}

// Podcast players and their guidelines settle around -16 LUFS; a few units more or less are inaudible.
const USUAL_LUFS = RENDITION_LUFS
const QUIET_LUFS = -20
const LOUD_LUFS = -12
// Lossy formats exceed full scale slightly when they are decoded. A higher peak was clipped.
const CLIPPED_DB = 0.5
const LONG_LEAD_SECONDS = 3
const LONG_TRAIL_SECONDS = 5

export const lufs = (value: number) => `${value.toFixed(1).replace('-', '−')} LUFS`
const seconds = (value: number) => `${Math.round(value)} seconds`

type Lengths = Pick<MediaFile, 'duration' | 'promisedDuration' | 'isCutOff'>

/** Remarks for the creator about the sound of a recording, the most important first. */
export const remarksOn = (sound: SoundFacts, lengths: Lengths): Remark[] => {
  const { loudness, peak, leadingSilence, trailingSilence } = sound
  const remarks = cutOffRemarks(lengths)
  if (loudness === null) {
    return [...remarks, { tone: 'bad', sentence: 'The recording is silent. Please export it again.' }]
  }
  if (peak !== null && peak > CLIPPED_DB) {
    remarks.push({
      tone: 'bad',
      sentence: 'It is clipped: its loudest moments are cut off. Please export it again, a little quieter.',
    })
  }
  if (loudness < QUIET_LUFS || loudness > LOUD_LUFS) {
    const comparison = loudness < QUIET_LUFS ? 'quieter' : 'louder'
    remarks.push({
      tone: 'look',
      sentence: `It is ${comparison} than usual: ${lufs(loudness)}, podcasts usually have about ${lufs(USUAL_LUFS)}. We can normalize it.`,
      canNormalize: true,
    })
  }
  if (leadingSilence > LONG_LEAD_SECONDS) {
    remarks.push({ tone: 'look', sentence: `It begins with ${seconds(leadingSilence)} of silence.` })
  }
  if (trailingSilence > LONG_TRAIL_SECONDS) {
    remarks.push({ tone: 'look', sentence: `It ends with ${seconds(trailingSilence)} of silence.` })
  }
  return remarks.length > 0 ? remarks : [{ tone: 'fine', sentence: `It sounds good: ${lufs(loudness)}.` }]
}

const cutOffRemarks = ({ duration, promisedDuration, isCutOff }: Lengths): Remark[] => {
  if (duration === null || !isCutOff) return []
  const stated =
    promisedDuration === null ? 'its end is missing' : `the file states ${formatDuration(promisedDuration)}`
  const lengths = `${stated}, and only ${formatDuration(duration)} can be played`
  return [{ tone: 'bad', sentence: `It is cut off: ${lengths}. Please export it again.` }]
}
