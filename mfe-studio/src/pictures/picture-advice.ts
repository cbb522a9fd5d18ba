import { MAX_COVER_BYTES } from '@griot/contracts/catalog/covers'

interface Picture {
  bytes: number
  /** Null when this browser cannot read it. */
  size: { width: number; height: number } | null
}

/** Pixels on each side from which a picture is sharp wherever it is shown, and from which it is more than that. */
export interface BestSize {
  from: number
  to: number
}

const LEAST = 300

/** What stands in the way of a picture, and what whoever chose it should know about it. */
export const adviceOn = ({ bytes, size }: Picture, best: BestSize): { error?: string; advice?: string } => {
  if (bytes > MAX_COVER_BYTES) return { error: 'Please choose a picture of at most 10 MB.' }
  if (size === null) return { error: 'Please choose a JPEG, PNG or WebP picture.' }
  const { width, height } = size
  const least = Math.min(width, height)
  const known = `${width} × ${height} pixels`
  if (least < LEAST) return { error: `This picture has ${known}. It needs ${LEAST} × ${LEAST} at least.` }
  const advice = [
    ...(width === height ? [] : ['It will be cut to a square around its middle.']),
    ...(least < best.from
      ? [`It may look soft on large screens: ${best.from} to ${best.to} pixels on each side are best.`]
      : []),
    ...(least > best.to ? ['It is larger than needed; we make it smaller.'] : []),
  ]
  return { advice: [`${known}.`, ...(advice.length === 0 ? ['Just right.'] : advice)].join(' ') }
}
