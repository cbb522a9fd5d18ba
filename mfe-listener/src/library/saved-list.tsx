import type { ResponseOf } from '@griot/contracts/endpoint'
import type { ListSavedEpisodes } from '@griot/contracts/library'
import { IconButton } from '@griot/ui/icon-button'
import { Row } from '@griot/ui/row-list'
import Heart from 'lucide-react/icons/heart'
import X from 'lucide-react/icons/x'
import { Link } from 'react-router-dom'
import { PagedList } from '../paged-list.tsx'
import { useListedEpisode, useListedPodcast } from '../shows/api.ts'
import { EpisodeRow, EpisodesSkeleton } from '../shows/episode-row.tsx'
import { useRemoveSaved, useSavedEpisodes } from './api.ts'
import { EmptyList, missingTitle, RowSkeleton } from './list-parts.tsx'

type Saved = ResponseOf<typeof ListSavedEpisodes>[number]

export function SavedList() {
  const empty = (
    <EmptyList title="No saved episodes yet" icon={<Heart />} of="episodes">
      Press the heart on an episode to see it here.
    </EmptyList>
  )
  return (
    <PagedList
      pages={useSavedEpisodes()}
      what="your saved episodes"
      more="saved episodes"
      skeleton={<EpisodesSkeleton />}
      empty={empty}
      loadsOnScroll={false}
    >
      {(saved) => <SavedRow key={saved.id} saved={saved} />}
    </PagedList>
  )
}

function SavedRow({ saved }: { saved: Saved }) {
  const episode = useListedEpisode(saved.episodeId)
  const podcast = useListedPodcast(saved.podcastId)
  const remove = useRemoveSaved(saved.id)
  if (episode.isPending) return <RowSkeleton />
  if (episode.data) {
    const show = (
      <Link to={`/podcast/${saved.podcastId}`} className="listener:hover:underline">
        {episode.data.podcastTitle}
      </Link>
    )
    return <EpisodeRow episode={episode.data} podcast={podcast.data} about={show} />
  }
  const title = missingTitle(episode)
  return (
    <Row
      title={<h3 className="listener:text-lg listener:leading-snug">{title}</h3>}
      end={
        <IconButton
          label={`Remove from favorites: ${title}`}
          disabled={remove.isPending}
          onClick={() => remove.mutate()}
        >
          <X aria-hidden="true" />
        </IconButton>
      }
    />
  )
}
