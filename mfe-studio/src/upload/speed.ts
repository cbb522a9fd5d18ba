const WINDOW_MS = 8_000
// What is known of less than this says nothing.
const EVIDENCE_MS = 1_000

export interface Pace {
  bytesPerSecond: number
  /** Until all of it has left, if it goes on like this. */
  secondsLeft: number
}

/** Measures how fast bytes leave, over the last seconds; null while too little is known. */
export const createSpeedometer = (now: () => number = () => performance.now()) => {
  const samples: { at: number; sent: number }[] = []
  return (sent: number, total: number): Pace | null => {
    const at = now()
    samples.push({ at, sent })
    while (samples.length > 2 && at - (samples[1]?.at ?? at) > WINDOW_MS) samples.shift()
    const [first] = samples
    if (!first || at - first.at < EVIDENCE_MS || sent <= first.sent) return null
    const bytesPerSecond = ((sent - first.sent) * 1000) / (at - first.at)
    return { bytesPerSecond, secondsLeft: (total - sent) / bytesPerSecond }
  }
}

/** "2 minutes left": nobody counts the seconds of an hour. */
export const leftText = (seconds: number) => {
  const minutes = Math.round(seconds / 60)
  if (seconds < 10) return 'a few seconds left'
  if (seconds < 55) return `${Math.ceil(seconds / 5) * 5} seconds left`
  if (minutes < 60) return minutes <= 1 ? '1 minute left' : `${minutes} minutes left`
  const hours = Math.round(minutes / 60)
  return hours === 1 ? 'about 1 hour left' : `about ${hours} hours left`
}
