import type { EpisodeOrder } from '@griot/contracts/catalog/episodes'
import type { Podcast } from '@griot/contracts/catalog/podcasts'
import { EmptyState } from '@griot/ui/empty-state'
import { LoadFailed } from '@griot/ui/load-failed'
import Mic from 'lucide-react/icons/mic'
import { ShowMore } from '../show-more.tsx'
import { useEpisodesOf } from '../shows/api.ts'
import { EPISODE_LINES, EpisodeListSkeleton, EpisodeRow } from '../shows/episode-row.tsx'

export function EpisodeList({ podcast, order }: { podcast: Podcast; order: EpisodeOrder }) {
  const episodes = useEpisodesOf(podcast.id, order)

  if (episodes.isPending) return <EpisodeListSkeleton />
  if (episodes.isLoadingError) return <LoadFailed what="the episodes" onRetry={episodes.refetch} />
  if (episodes.data.length === 0) {
    return (
      <EmptyState title="No episodes available yet." icon={<Mic />}>
        Make it a favorite and you will find it again in your library.
      </EmptyState>
    )
  }
  return (
    <>
      <ul className={EPISODE_LINES}>
        {episodes.data.map((episode) => (
          <EpisodeRow
            key={episode.id}
            episode={episode}
            podcast={podcast}
            about={<>Episode {episode.episodeNumber}</>}
          />
        ))}
      </ul>
      <ShowMore pages={episodes} what="episodes" />
    </>
  )
}
