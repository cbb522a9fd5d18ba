const BARS = 120
const FULL_SCALE = 255

/** One path for all bars: a hundred elements a card would make a long library slow. */
const pathOf = (peaks: Uint8Array, bars: number) =>
  Array.from({ length: bars }, (_, bar) => {
    const points = peaks.subarray((bar * peaks.length) / bars, ((bar + 1) * peaks.length) / bars)
    const half = Math.max(0.5, (Math.max(...points) / FULL_SCALE) * 19)
    return `M${bar + 0.5} ${20 - half}v${2 * half}`
  }).join('')

interface WaveformPictureProps {
  peaks: Uint8Array
  label: string
  /** Sets the height. */
  className: string
}

/** How loud a recording is from its beginning to its end. */
export function WaveformPicture({ peaks, label, className }: WaveformPictureProps) {
  const bars = Math.min(BARS, peaks.length)
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${bars} 40`}
      preserveAspectRatio="none"
      className={`studio:w-full studio:text-teal ${className}`}
    >
      <path d={pathOf(peaks, bars)} stroke="currentColor" strokeWidth="0.6" fill="none" />
    </svg>
  )
}
