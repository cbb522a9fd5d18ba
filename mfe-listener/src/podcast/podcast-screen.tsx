import type { EpisodeOrder } from '@griot/contracts/catalog/episodes'
import type { FullPodcast } from '@griot/contracts/catalog/podcasts'
import { LoadFailed } from '@griot/ui/load-failed'
import { Screen } from '@griot/ui/screen'
import { useParams, useSearchParams } from 'react-router-dom'
import { isMissing, NotFound } from '../not-found.tsx'
import { Section } from '../section.tsx'
import { usePodcast } from '../shows/api.ts'
import { AboutHost } from './about-host.tsx'
import { EpisodeList } from './episode-list.tsx'
import { orderFrom } from './episode-order.ts'
import { OrderChoice } from './order-choice.tsx'
import { PodcastHead } from './podcast-head.tsx'
import { PodcastSkeleton } from './podcast-skeleton.tsx'
import { PodcastStats } from './podcast-stats.tsx'
import { YourProgress } from './your-progress.tsx'

export function PodcastScreen() {
  const { id = '' } = useParams()
  const podcast = usePodcast(id)

  if (podcast.isPending) return <PodcastSkeleton />
  if (podcast.isError) {
    if (isMissing(podcast.error)) return <NotFound what="Podcast" />
    return (
      <Screen title="Podcast">
        <LoadFailed what="this podcast" onRetry={podcast.refetch} />
      </Screen>
    )
  }
  return <PodcastPage podcast={podcast.data} />
}

function PodcastPage({ podcast }: { podcast: FullPodcast }) {
  const [address, setAddress] = useSearchParams()
  const order = orderFrom(address.get('sort'))
  const handleOrder = (chosen: EpisodeOrder) =>
    setAddress(chosen === 'newest' ? {} : { sort: chosen }, { replace: true, preventScrollReset: true })

  return (
    <Screen title={podcast.title} head={<PodcastHead podcast={podcast} />}>
      <div className="listener:mt-12 listener:grid listener:grid-cols-[minmax(0,1fr)] listener:items-start listener:gap-10 listener:lg:grid-cols-[minmax(0,1fr)_min(20rem,35%)]">
        <Section title="Episodes" aside={<OrderChoice order={order} onChoose={handleOrder} />}>
          <EpisodeList key={podcast.id} podcast={podcast} order={order} />
        </Section>
        <div className="listener:grid listener:grid-cols-[minmax(0,1fr)] listener:gap-4">
          <YourProgress podcast={podcast} />
          <PodcastStats podcast={podcast} />
          <AboutHost podcast={podcast} />
        </div>
      </div>
    </Screen>
  )
}
