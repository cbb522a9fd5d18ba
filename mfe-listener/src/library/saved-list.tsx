import type { ResponseOf } from '@griot/contracts/endpoint'
import type { ListSavedEpisodes } from '@griot/contracts/library'
import { buttonLook } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import { IconButton } from '@griot/ui/icon-button'
import { Row } from '@griot/ui/row-list'
import { Skeleton } from '@griot/ui/skeleton'
import Heart from 'lucide-react/icons/heart'
import X from 'lucide-react/icons/x'
import { Link } from 'react-router-dom'
import { PagedList } from '../paged-list.tsx'
import { useListedEpisode, useListedPodcast } from '../shows/api.ts'
import { EpisodeRow, EpisodesSkeleton } from '../shows/episode-row.tsx'
import { useRemoveSaved, useSavedEpisodes } from './api.ts'

type Saved = ResponseOf<typeof ListSavedEpisodes>[number]

export function SavedList() {
  const empty = (
    <EmptyState
      title="No saved episodes yet"
      icon={<Heart />}
      action={
        <Link to="/discover" {...buttonLook({ look: 'secondary' })}>
          Discover episodes
        </Link>
      }
    >
      Press the heart on an episode to see it here.
    </EmptyState>
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
  if (episode.isPending) {
    return (
      <li className="listener:py-4">
        <Skeleton height="3rem" />
      </li>
    )
  }
  if (episode.data) {
    const show = (
      <Link to={`/podcast/${saved.podcastId}`} className="listener:hover:underline">
        {episode.data.podcastTitle}
      </Link>
    )
    return <EpisodeRow episode={episode.data} podcast={podcast.data} about={show} />
  }
  const title = episode.isError ? 'This episode did not load' : 'An episode that is no longer available'
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
