import type { Episode } from '@griot/contracts/catalog/episodes'
import { LoadFailed } from '@griot/ui/load-failed'
import { Screen } from '@griot/ui/screen'
import { useParams } from 'react-router-dom'
import { isMissing, NotFound } from '../not-found.tsx'
import { useEpisode } from '../shows/api.ts'
import { AboutEpisode } from './about-episode.tsx'
import { EpisodeHead } from './episode-head.tsx'
import { EpisodePlayer } from './episode-player.tsx'
import { EpisodeSkeleton } from './episode-skeleton.tsx'
import { Neighbours } from './neighbours.tsx'
import { PodcastPanel } from './podcast-panel.tsx'
import { ProgressCard } from './progress-card.tsx'

export function EpisodeScreen() {
  const { id = '' } = useParams()
  const episode = useEpisode(id)

  if (episode.isPending) return <EpisodeSkeleton />
  if (episode.isError) {
    if (isMissing(episode.error)) return <NotFound what="Episode" />
    return (
      <Screen title="Episode">
        <LoadFailed what="this episode" onRetry={episode.refetch} />
      </Screen>
    )
  }
  return <FullEpisode episode={episode.data} />
}

function FullEpisode({ episode }: { episode: Episode }) {
  return (
    <Screen title={episode.title} head={<EpisodeHead episode={episode} />}>
      <div className="listener:mt-8">
        <EpisodePlayer episode={episode} />
      </div>
      <div className="listener:mt-12 listener:grid listener:grid-cols-[minmax(0,1fr)] listener:items-start listener:gap-10 listener:lg:grid-cols-[minmax(0,1fr)_min(20rem,35%)]">
        <AboutEpisode episode={episode} />
        <div className="listener:grid listener:grid-cols-[minmax(0,1fr)] listener:gap-4">
          <ProgressCard episode={episode} />
          <PodcastPanel podcastId={episode.podcastId} />
        </div>
      </div>
      <Neighbours episode={episode} />
    </Screen>
  )
}
