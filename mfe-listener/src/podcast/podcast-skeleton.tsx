import { Screen } from '@griot/ui/screen'
import { DetailHeadSkeleton } from '../detail-head.tsx'
import { EpisodeListSkeleton } from '../shows/episode-row.tsx'

export function PodcastSkeleton() {
  return (
    <Screen title="Podcast" head={<DetailHeadSkeleton />}>
      <p className="g-visually-hidden">Loading this podcast</p>
      <div className="listener:mt-12 listener:lg:pe-84">
        <EpisodeListSkeleton />
      </div>
    </Screen>
  )
}
