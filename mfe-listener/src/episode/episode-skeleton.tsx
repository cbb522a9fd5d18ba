import { Screen } from '@griot/ui/screen'
import { Skeleton } from '@griot/ui/skeleton'

export function EpisodeSkeleton() {
  return (
    <Screen title="Episode" head={<Head />}>
      <p className="g-visually-hidden">Loading this episode</p>
      <Skeleton height="5.5rem" className="listener:mt-8" />
      <div className="listener:mt-12 listener:grid listener:max-w-2xl listener:gap-3">
        <Skeleton width="14rem" height="2rem" />
        <Skeleton />
        <Skeleton />
        <Skeleton width="70%" />
      </div>
    </Screen>
  )
}

function Head() {
  return (
    <div className="listener:grid listener:gap-6 listener:sm:grid-cols-[12rem_minmax(0,1fr)] listener:sm:items-end listener:lg:grid-cols-[15rem_minmax(0,1fr)] listener:lg:gap-10">
      <Skeleton shape="cover" className="listener:max-w-48 listener:sm:max-w-none" />
      <div className="listener:grid listener:gap-3">
        <Skeleton width="9rem" height="1.5rem" />
        <Skeleton width="80%" height="3rem" />
        <Skeleton width="60%" />
        <Skeleton width="14rem" height="2.75rem" />
      </div>
    </div>
  )
}
