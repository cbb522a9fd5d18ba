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
  /** What one may do with it; on phones on a line of their own, together with `end`. */
  actions?: ReactNode
}

export function Row({ title, facts, start, end, actions }: RowProps) {
  const words = (
    <div className="studio:min-w-0 studio:flex-1">
      {/* What cuts the text off would cut off the ring around a link that has the focus. */}
      <p className="studio:line-clamp-2 studio:font-semibold studio:wrap-anywhere studio:has-[:focus-visible]:line-clamp-none">
        {title}
      </p>
      <p className="studio:line-clamp-2 studio:text-sm studio:text-muted">{facts}</p>
    </div>
  )
  if (!actions) {
    return (
      <li className="studio:flex studio:items-center studio:gap-4 studio:py-3">
        {start}
        {words}
        {end}
      </li>
    )
  }
  return (
    <li className="studio:flex studio:flex-wrap studio:items-center studio:gap-x-4 studio:gap-y-1 studio:py-3">
      <div className="studio:flex studio:min-w-0 studio:flex-1 studio:basis-full studio:items-center studio:gap-4 studio:sm:basis-0">
        {start}
        {words}
      </div>
      <div className="studio:flex studio:flex-1 studio:flex-wrap studio:items-center studio:justify-between studio:gap-3 studio:sm:flex-none">
        {end}
        {actions}
      </div>
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
