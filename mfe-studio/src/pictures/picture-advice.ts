import { MAX_COVER_BYTES } from '@griot/contracts/catalog/covers'

interface Picture {
  bytes: number
  /** Null if the browser cannot decode it. */
  size: { width: number; height: number } | null
}

const LEAST = 300

/** Pixels on the shorter side. */
interface BestSize {
  from: number
  to: number
  /** What a smaller picture means. */
  below: string
}

/** Why a picture cannot be used, or what its creator should know about it. */
export const adviceOn = ({ bytes, size }: Picture, best: BestSize): { error?: string; advice?: string } => {
  if (bytes > MAX_COVER_BYTES) return { error: 'Please choose a picture of at most 10 MB.' }
  if (size === null) return { error: 'Please choose a JPEG, PNG or WebP picture.' }
  const { width, height } = size
  const least = Math.min(width, height)
  const known = `${width} × ${height} pixels`
  if (least < LEAST) return { error: `This picture has ${known}. It needs ${LEAST} × ${LEAST} at least.` }
  const notes = [
    width !== height && 'It will be cropped to a centered square.',
    least < best.from && `${best.below} ${best.from} to ${best.to} pixels on each side are best.`,
    least > best.to && 'It is larger than needed; we make it smaller.',
  ].filter(Boolean)
  return { advice: `${known}. ${notes.join(' ') || 'The size is good.'}` }
}
