import { formatNumber } from '@griot/ui/format'
import { Skeleton } from '@griot/ui/skeleton'
import type { ReactNode } from 'react'
import { Failed } from './failed.tsx'

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
        {/* What cuts the text off would cut off the ring around a link that has the focus. */}
        <p className="rewards:font-semibold rewards:wrap-anywhere rewards:sm:line-clamp-2 rewards:sm:has-[:focus-visible]:line-clamp-none">
          {title}
        </p>
        {facts && <p className="rewards:text-sm rewards:text-muted">{facts}</p>}
        {note && <div className="rewards:mt-1 rewards:text-sm">{note}</div>}
      </div>
      {end}
    </li>
  )
}

interface RowListSkeletonProps {
  what: string
  rows: number
  /** Lines of a note that a row is likely to have. */
  notes?: number
}

export function RowListSkeleton({ what, rows, notes = 0 }: RowListSkeletonProps) {
  return (
    <>
      <p className="g-visually-hidden">Loading {what}</p>
      <Rows rows={rows} notes={notes} />
    </>
  )
}

/** Says so where the rows should be, and takes as much room as they did while they were on their way. */
export function RowListFailed({ what, rows, notes = 0 }: RowListSkeletonProps) {
  return <Failed what={what} missing={<Rows rows={rows} notes={notes} />} />
}

function Rows({ rows, notes }: Required<Omit<RowListSkeletonProps, 'what'>>) {
  return (
    // At least as tall as the sentence that may come in its place.
    <div className="rewards:min-h-36 rewards:divide-y rewards:divide-line rewards:sm:min-h-0">
      {Array.from({ length: rows }, (_, at) => `row ${at}`).map((row) => (
        <div
          key={row}
          className="rewards:flex rewards:items-center rewards:gap-3 rewards:py-3 rewards:first:pt-0 rewards:last:pb-0"
        >
          <div className="rewards:grid rewards:flex-1 rewards:gap-1">
            <Skeleton width="55%" height="1.375rem" />
            <Skeleton width="35%" height="1.25rem" />
            {notes > 0 && <Skeleton width="70%" height={`${1.25 * notes}rem`} />}
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
    <strong
      data-none={points === 0}
      className="rewards:flex-none rewards:text-points rewards:tabular-nums rewards:data-[none=true]:font-normal rewards:data-[none=true]:text-muted"
    >
      {points > 0 && '+'}
      {formatNumber(points)}
      <span className="g-visually-hidden"> points</span>
    </strong>
  )
}
