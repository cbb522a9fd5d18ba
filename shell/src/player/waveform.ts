/** The number of bars that can be told apart on a phone. */
export const BARS = 64

/** The loudness of each bar from 0 to 1, relative to the loudest one. */
export const levelsOf = (peaks: Uint8Array, bars = BARS): number[] => {
  const means = Array.from({ length: bars }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / bars)
    const span = peaks.subarray(from, Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / bars)))
    // The mean, not the maximum: half a minute of speech always contains a loud moment.
    return span.reduce((sum, peak) => sum + peak, 0) / span.length
  })
  const loudest = Math.max(...means)
  return loudest > 0 ? means.map((mean) => mean / loudest) : means
}

const MIN_LEVEL = 0.04

/** An SVG path in a box of `BARS` × 100, with a vertical line for each level. */
export const pathOf = (levels: readonly number[]) =>
  levels
    .map((level, bar) => {
      const height = 100 * Math.max(MIN_LEVEL, level)
      return `M${bar + 0.5} ${50 - height / 2}v${height}`
    })
    .join('')
