/** How many fit the width of a phone and can still be told apart. */
export const BARS = 64

/** Of each bar how loud it is from 0 to 1, the loudest being 1: a quiet recording is drawn as clearly as a loud one. */
export const levelsOf = (peaks: Uint8Array, bars = BARS): number[] => {
  const means = Array.from({ length: bars }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / bars)
    const span = peaks.subarray(from, Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / bars)))
    // The mean and not the loudest: in half a minute of speech somebody is always loud.
    return span.reduce((sum, peak) => sum + peak, 0) / span.length
  })
  const loudest = Math.max(...means)
  return loudest > 0 ? means.map((mean) => mean / loudest) : means
}

const LEAST = 0.04

/** One path in a box of `BARS` × 100, each level a line around the middle. */
export const pathOf = (levels: readonly number[]) =>
  levels
    .map((level, bar) => {
      const height = 100 * Math.max(LEAST, level)
      return `M${bar + 0.5} ${50 - height / 2}v${height}`
    })
    .join('')
