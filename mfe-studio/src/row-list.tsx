import { Skeleton } from '@griot/ui/skeleton'
import { type ReactNode, useId } from 'react'

const LINES = 'studio:divide-y studio:divide-line studio:border-y studio:border-line'

/** A titled list of rows with everything around it: how many there are, and what stands there when there are none. */
export function ListSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="studio:mb-3 studio:text-2xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

export function RowList({ children }: { children: ReactNode }) {
  return <ul className={LINES}>{children}</ul>
}

interface RowProps {
  title: ReactNode
  facts: ReactNode
  start?: ReactNode
  end?: ReactNode
}

export function Row({ title, facts, start, end }: RowProps) {
  return (
    <li className="studio:flex studio:items-center studio:gap-4 studio:py-3">
      {start}
      <div className="studio:min-w-0 studio:flex-1">
        <p className="studio:truncate studio:font-semibold">{title}</p>
        <p className="studio:truncate studio:text-sm studio:text-muted">{facts}</p>
      </div>
      {end}
    </li>
  )
}

export function RowListSkeleton({ what }: { what: string }) {
  return (
    <div className={LINES}>
      <p className="g-visually-hidden">Loading {what}</p>
      {['first', 'second', 'third', 'fourth'].map((row) => (
        <div key={row} className="studio:flex studio:items-center studio:gap-4 studio:py-3">
          <Skeleton width="3rem" height="3rem" />
          <div className="studio:grid studio:flex-1 studio:gap-2">
            <Skeleton width="50%" />
            <Skeleton width="30%" height="0.875rem" />
          </div>
        </div>
      ))}
    </div>
  )
}
