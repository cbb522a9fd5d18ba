import type { Episode } from '@griot/contracts/catalog/episodes'
import { LoadFailed } from '@griot/ui/load-failed'
import { Link } from 'react-router-dom'
import { Section } from '../section.tsx'
import { ShowMore } from '../show-more.tsx'
import { useListedPodcast } from '../shows/api.ts'
import { EPISODE_LINES, EpisodeListSkeleton, EpisodeRow } from '../shows/episode-row.tsx'
import { useFoundEpisodes } from './api.ts'

/** Episodes whose titles hold the words. When there are none, the podcasts above have said what there is to say. */
export function FoundEpisodes({ search }: { search: string }) {
  const found = useFoundEpisodes(search)
  if (found.data?.length === 0) return null
  return (
    <Section title="Episodes">
      {found.isPending && <EpisodeListSkeleton />}
      {found.isLoadingError && <LoadFailed what="the episodes" onRetry={found.refetch} />}
      {found.data && (
        <>
          <ul className={EPISODE_LINES}>
            {found.data.map((episode) => (
              <FoundEpisode key={episode.id} episode={episode} />
            ))}
          </ul>
          <ShowMore pages={found} what="episodes" />
        </>
      )}
    </Section>
  )
}

function FoundEpisode({ episode }: { episode: Episode }) {
  const podcast = useListedPodcast(episode.podcastId)
  return (
    <EpisodeRow
      episode={episode}
      podcast={podcast.data ?? undefined}
      about={
        <Link to={`/podcast/${episode.podcastId}`} className="listener:hover:underline">
          {episode.podcastTitle}
        </Link>
      }
    />
  )
}
