import type { ReactNode } from 'react'
import { Skeleton } from './skeleton.tsx'

export function RowList({ children }: { children: ReactNode }) {
  return <ul className="g-row-list">{children}</ul>
}

interface RowProps {
  start?: ReactNode
  title: ReactNode
  facts?: ReactNode
  /** Longer content below the facts. */
  note?: ReactNode
  end?: ReactNode
  /** On phones they are on a separate line, together with `end`. */
  actions?: ReactNode
}

export function Row({ start, title, facts, note, end, actions }: RowProps) {
  return (
    <li className="g-row">
      <div className="g-row-main">
        {start}
        <div className="g-row-text">
          <div className="g-row-title">{title}</div>
          {facts && <div className="g-row-facts">{facts}</div>}
          {note && <div className="g-row-note">{note}</div>}
        </div>
        {!actions && end}
      </div>
      {actions && (
        <div className="g-row-actions">
          {end}
          {actions}
        </div>
      )}
    </li>
  )
}

interface RowListSkeletonProps {
  rows?: number
  /** The skeleton of what each row starts with. */
  start?: ReactNode
  /** Number of note lines per row. */
  notes?: number | undefined
}

export function RowListSkeleton({ rows = 4, start, notes = 0 }: RowListSkeletonProps) {
  return (
    <div className="g-row-list">
      {Array.from({ length: rows }, (_, at) => `row ${at}`).map((row) => (
        <div key={row} className="g-row g-row-main">
          {start}
          <div className="g-row-text">
            <Skeleton width="55%" height="1.375rem" />
            <Skeleton width="35%" height="1.25rem" />
            {notes > 0 && <Skeleton width="70%" height={`${1.25 * notes}rem`} />}
          </div>
        </div>
      ))}
    </div>
  )
}
