import { Screen } from '@griot/ui/screen'
import { Skeleton } from '@griot/ui/skeleton'
import { EpisodeListSkeleton } from './episode-list.tsx'

export function PodcastSkeleton() {
  return (
    <Screen title="Podcast" head={<Head />}>
      <p className="g-visually-hidden">Loading this podcast</p>
      <div className="listener:mt-12 listener:lg:pe-84">
        <EpisodeListSkeleton />
      </div>
    </Screen>
  )
}

function Head() {
  return (
    <div className="listener:grid listener:gap-6 listener:sm:grid-cols-[14rem_minmax(0,1fr)] listener:sm:items-end listener:lg:grid-cols-[18rem_minmax(0,1fr)] listener:lg:gap-10">
      <Skeleton shape="cover" className="listener:max-w-60 listener:sm:max-w-none" />
      <div className="listener:grid listener:gap-3">
        <Skeleton width="6rem" height="1.5rem" />
        <Skeleton width="80%" height="3rem" />
        <Skeleton width="40%" height="1.5rem" />
        <Skeleton height="4rem" />
        <Skeleton width="60%" height="2.75rem" />
      </div>
    </div>
  )
}
