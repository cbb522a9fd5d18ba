import { clsx } from 'clsx'
import type { CSSProperties } from 'react'

interface SkeletonProps {
  shape?: 'line' | 'cover' | 'round'
  width?: CSSProperties['width']
  height?: CSSProperties['height']
  className?: string
  /** Number of equal boxes. */
  count?: number
}

/** A gray box of the final size. It is hidden from screen readers, so describe the loading state once as text. */
export function Skeleton({ shape = 'line', width, height, className, count = 1 }: SkeletonProps) {
  const look = { className: clsx('g-skeleton', className), 'data-shape': shape, style: { width, height } }
  return Array.from({ length: count }, (_, at) => `box ${at}`).map((key) => (
    <span key={key} aria-hidden="true" {...look} />
  ))
}
