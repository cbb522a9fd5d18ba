const WINDOW_MS = 8_000
// A shorter measurement is too inaccurate.
const EVIDENCE_MS = 1_000

export interface UploadSpeed {
  bytesPerSecond: number
  /** Until the last byte is sent, at this speed. */
  secondsLeft: number
}

/** Measures the speed over the last seconds; returns null until it has enough data. */
export const createSpeedometer = (now: () => number = () => performance.now()) => {
  const samples: { at: number; sent: number }[] = []
  return (sent: number, total: number): UploadSpeed | null => {
    const at = now()
    samples.push({ at, sent })
    while (samples.length > 2 && at - (samples[1]?.at ?? at) > WINDOW_MS) samples.shift()
    const [first] = samples
    if (!first || at - first.at < EVIDENCE_MS || sent <= first.sent) return null
    const bytesPerSecond = ((sent - first.sent) * 1000) / (at - first.at)
    return { bytesPerSecond, secondsLeft: (total - sent) / bytesPerSecond }
  }
}

/** "2 minutes left", more precise the shorter it takes. */
export const leftText = (seconds: number) => {
  const minutes = Math.round(seconds / 60)
  if (seconds < 10) return 'a few seconds left'
  if (seconds < 55) return `${Math.ceil(seconds / 5) * 5} seconds left`
  if (minutes < 60) return minutes <= 1 ? '1 minute left' : `${minutes} minutes left`
  const hours = Math.round(minutes / 60)
  return hours === 1 ? 'about 1 hour left' : `about ${hours} hours left`
}
