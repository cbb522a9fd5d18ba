import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Card } from './card.tsx'
import { formatNumber } from './format.ts'
import { Skeleton } from './skeleton.tsx'

interface StatProps {
  term: string
  icon?: ReactNode
  note?: string
  /** Undefined while it loads. */
  value: number | undefined
  isFailed: boolean
  className?: string
}

/** A number in a card. Must be inside a `dl`. */
export function Stat({ term, icon, note, value, isFailed, className }: StatProps) {
  return (
    <Card className={clsx('g-stat', className)}>
      <dt className="g-stat-term">
        {icon && <span aria-hidden="true">{icon}</span>}
        {term}
        {note && <span className="g-stat-note">{note}</span>}
      </dt>
      <dd className="g-stat-value">
        {value !== undefined && formatNumber(value)}
        {value === undefined && (isFailed ? '–' : <Skeleton width="3.5rem" height="1em" />)}
      </dd>
    </Card>
  )
}
