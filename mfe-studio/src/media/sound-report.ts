import type { SoundFacts } from '@griot/contracts/media/media-file'
import { RENDITION_LUFS } from '@griot/contracts/media/renditions'

export interface Remark {
  tone: 'fine' | 'look' | 'bad'
  sentence: string
  /** We can do something about it: even the loudness out. */
  canEvenOut?: true
}

// Podcast players and their guidelines settle around -16 LUFS; a few units either way nobody hears.
const USUAL_LUFS = RENDITION_LUFS
const QUIET_LUFS = -20
const LOUD_LUFS = -12
// Lossy formats overshoot by a little when they are decoded; what is beyond that was cut off.
const CLIPPED_DB = 0.5
const LONG_LEAD_SECONDS = 3
const LONG_TRAIL_SECONDS = 5

export const lufs = (value: number) => `${value.toFixed(1).replace('-', '−')} LUFS`
const seconds = (value: number) => `${Math.round(value)} seconds`

/** What a creator should know about how a recording sounds, in plain words: the most important first. */
export const remarksOn = ({ loudness, peak, leadingSilence, trailingSilence }: SoundFacts): Remark[] => {
  if (loudness === null) return [{ tone: 'bad', sentence: 'There is nothing to hear in it. Please export it again.' }]
  const remarks: Remark[] = []
  if (peak !== null && peak > CLIPPED_DB) {
    remarks.push({
      tone: 'bad',
      sentence: 'It is clipped: its loudest moments are cut off. Please export it again, a little quieter.',
    })
  }
  if (loudness < QUIET_LUFS) {
    remarks.push({
      tone: 'look',
      sentence: `It is quieter than usual: ${lufs(loudness)}, where podcasts have about ${lufs(USUAL_LUFS)}. We can normalise it.`,
      canEvenOut: true,
    })
  }
  if (loudness > LOUD_LUFS) {
    remarks.push({
      tone: 'look',
      sentence: `It is louder than usual: ${lufs(loudness)}, where podcasts have about ${lufs(USUAL_LUFS)}. We can normalise it.`,
      canEvenOut: true,
    })
  }
  if (leadingSilence > LONG_LEAD_SECONDS) {
    remarks.push({ tone: 'look', sentence: `It begins with ${seconds(leadingSilence)} of silence.` })
  }
  if (trailingSilence > LONG_TRAIL_SECONDS) {
    remarks.push({ tone: 'look', sentence: `It ends with ${seconds(trailingSilence)} of silence.` })
  }
  return remarks.length > 0 ? remarks : [{ tone: 'fine', sentence: `It sounds fine: ${lufs(loudness)}.` }]
}
