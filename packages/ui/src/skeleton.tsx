import { clsx } from 'clsx'
import type { CSSProperties } from 'react'

interface SkeletonProps {
  shape?: 'line' | 'cover' | 'round'
  width?: CSSProperties['width']
  height?: CSSProperties['height']
  className?: string
}

/** A grey stand-in of the final size. Say once, in text, what is loading: the boxes themselves are silent. */
export function Skeleton({ shape = 'line', width, height, className }: SkeletonProps) {
  return (
    <span aria-hidden="true" className={clsx('g-skeleton', className)} data-shape={shape} style={{ width, height }} />
  )
}
