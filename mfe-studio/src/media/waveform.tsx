import type { MediaFile } from '@griot/contracts/media/media-file'
import { Skeleton } from '@griot/ui/skeleton'
import { usePeaks } from './api.ts'

const BARS = 120
const FULL_SCALE = 255

/** As many bars as fit a card, each the loudest of the points that it stands for. */
const barsOf = (peaks: Uint8Array) => {
  const count = Math.min(BARS, peaks.length)
  return Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / count)
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / count))
    return peaks.subarray(from, to).reduce((most, peak) => Math.max(most, peak), 0) / FULL_SCALE
  })
}

/** One path: a hundred elements a card would make a long library slow. */
const pathOf = (bars: readonly number[]) =>
  bars
    .map((level, at) => {
      const half = Math.max(0.5, level * 19)
      return `M${at + 0.5} ${20 - half}v${2 * half}`
    })
    .join('')

/** How loud a recording is from its beginning to its end. A file that has no waveform shows none. */
export function Waveform({ file }: { file: MediaFile }) {
  const peaks = usePeaks(file)

  if (peaks.isPending) return <Skeleton height="2.5rem" />
  if (!peaks.data) return null
  const bars = barsOf(peaks.data)
  return (
    <svg
      role="img"
      aria-label={`Waveform of ${file.originalName}`}
      viewBox={`0 0 ${bars.length} 40`}
      preserveAspectRatio="none"
      className="studio:h-10 studio:w-full studio:text-teal"
    >
      <path d={pathOf(bars)} stroke="currentColor" strokeWidth="0.6" fill="none" />
    </svg>
  )
}
