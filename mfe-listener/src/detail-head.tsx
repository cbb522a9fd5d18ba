import { Skeleton } from '@griot/ui/skeleton'
import type { ReactNode } from 'react'

const LOOK =
  'listener:grid listener:grid-cols-[minmax(0,1fr)] listener:gap-6 listener:sm:grid-cols-[minmax(0,2fr)_minmax(0,5fr)] listener:sm:items-end listener:lg:gap-10'

/** A cover, and beside it (on phones below it) what it is and what can be done with it. */
export function DetailHead({ cover, children }: { cover: ReactNode; children: ReactNode }) {
  return (
    <header className={LOOK}>
      <div className="listener:max-w-60 listener:sm:max-w-none">{cover}</div>
      <div className="listener:min-w-0">{children}</div>
    </header>
  )
}

export function DetailHeadSkeleton() {
  return (
    <div className={LOOK}>
      <div className="listener:max-w-60 listener:sm:max-w-none">
        <Skeleton shape="cover" />
      </div>
      <div className="listener:grid listener:min-w-0 listener:gap-3">
        <Skeleton width="7rem" height="1.5rem" />
        <Skeleton width="80%" height="3rem" />
        <Skeleton width="50%" height="1.5rem" />
        <Skeleton width="60%" height="2.75rem" />
      </div>
    </div>
  )
}
