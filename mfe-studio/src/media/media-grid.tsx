import { Card } from '@griot/ui/card'
import { Skeleton } from '@griot/ui/skeleton'
import type { ReactNode } from 'react'

const GRID =
  'studio:grid studio:grid-cols-[minmax(0,1fr)] studio:gap-4 studio:sm:grid-cols-2 studio:min-[90rem]:grid-cols-3'

export function MediaGrid({ children }: { children: ReactNode }) {
  return <ul className={GRID}>{children}</ul>
}

export function MediaGridSkeleton() {
  return (
    <div className={GRID}>
      <p className="g-visually-hidden">Loading your media files</p>
      {['first', 'second', 'third'].map((card) => (
        <Card key={card} className="studio:grid studio:gap-4">
          <div className="studio:flex studio:gap-4">
            <Skeleton width="4rem" height="4rem" />
            <div className="studio:grid studio:flex-1 studio:content-start studio:gap-2">
              <Skeleton height="1.25rem" />
              <Skeleton width="60%" />
            </div>
          </div>
          <Skeleton height="2.25rem" width="7rem" />
        </Card>
      ))}
    </div>
  )
}
