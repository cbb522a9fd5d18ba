import { Screen } from '@griot/ui/screen'
import { Skeleton } from '@griot/ui/skeleton'
import { DetailHeadSkeleton } from '../detail-head.tsx'

export function EpisodeSkeleton() {
  return (
    <Screen title="Episode" head={<DetailHeadSkeleton />}>
      <p className="g-visually-hidden">Loading this episode</p>
      <Skeleton height="5.5rem" className="listener:mt-8" />
      <div className="listener:mt-12 listener:grid listener:max-w-2xl listener:grid-cols-[minmax(0,1fr)] listener:gap-3">
        <Skeleton width="14rem" height="2rem" />
        <Skeleton />
        <Skeleton />
        <Skeleton width="70%" />
      </div>
    </Screen>
  )
}
