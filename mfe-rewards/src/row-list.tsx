import { Skeleton } from '@griot/ui/skeleton'
import type { ReactNode } from 'react'

export function RowList({ children }: { children: ReactNode }) {
  return <ul className="rewards:divide-y rewards:divide-line">{children}</ul>
}

interface RowProps {
  start?: ReactNode
  title: ReactNode
  facts?: ReactNode
  /** Longer words under the facts. */
  note?: ReactNode
  end?: ReactNode
}

export function Row({ start, title, facts, note, end }: RowProps) {
  return (
    <li className="rewards:flex rewards:items-center rewards:gap-3 rewards:py-3 rewards:first:pt-0 rewards:last:pb-0">
      {start}
      <div className="rewards:min-w-0 rewards:flex-1">
        <p className="rewards:line-clamp-2 rewards:font-semibold">{title}</p>
        {facts && <p className="rewards:text-sm rewards:text-muted">{facts}</p>}
        {note && <div className="rewards:mt-1 rewards:text-sm">{note}</div>}
      </div>
      {end}
    </li>
  )
}

export function RowListSkeleton({ what, rows }: { what: string; rows: number }) {
  return (
    <div className="rewards:divide-y rewards:divide-line">
      <p className="g-visually-hidden">Loading {what}</p>
      {Array.from({ length: rows }, (_, at) => `row ${at}`).map((row) => (
        <div key={row} className="rewards:flex rewards:items-center rewards:gap-3 rewards:py-3">
          <div className="rewards:grid rewards:flex-1 rewards:gap-2">
            <Skeleton width="55%" />
            <Skeleton width="35%" height="0.875rem" />
          </div>
          <Skeleton width="3rem" />
        </div>
      ))}
    </div>
  )
}

/** "+15", in the colour of points. */
export function Earned({ points }: { points: number }) {
  return (
    <strong className="rewards:flex-none rewards:text-points rewards:tabular-nums">
      {points < 0 ? points : `+${points}`}
      <span className="g-visually-hidden"> points</span>
    </strong>
  )
}
