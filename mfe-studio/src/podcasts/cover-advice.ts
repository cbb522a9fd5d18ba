import { MAX_COVER_BYTES } from '@griot/contracts/catalog/covers'

interface Picture {
  bytes: number
  /** Null when this browser cannot read it. */
  size: { width: number; height: number } | null
}

const LEAST = 300
const BEST = { from: 1400, to: 3000 }
const best = `${BEST.from} to ${BEST.to} pixels`

/** What stands in the way of a picture as a cover, and what its creator should know about it. */
export const adviceOn = ({ bytes, size }: Picture): { error?: string; advice?: string } => {
  if (bytes > MAX_COVER_BYTES) return { error: 'Please choose a picture of at most 10 MB.' }
  if (size === null) return { error: 'Please choose a JPEG, PNG or WebP picture.' }
  const { width, height } = size
  const least = Math.min(width, height)
  const known = `${width} × ${height} pixels`
  if (least < LEAST) return { error: `This picture has ${known}. It needs ${LEAST} × ${LEAST} at least.` }
  const advice = [
    ...(width === height ? [] : ['It will be cut to a square around its middle.']),
    ...(least < BEST.from ? [`It may look soft on large screens: ${best} on each side are best.`] : []),
    ...(least > BEST.to ? ['It is larger than needed; we make it smaller.'] : []),
  ]
  return { advice: [`${known}.`, ...(advice.length === 0 ? ['Just right.'] : advice)].join(' ') }
}
