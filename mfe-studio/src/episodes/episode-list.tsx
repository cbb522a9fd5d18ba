import type { Episode, EpisodeStatus } from '@griot/contracts/catalog/episodes'
import { Button } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import { formatDuration } from '@griot/ui/format'
import { Select } from '@griot/ui/input'
import { LoadFailed } from '@griot/ui/load-failed'
import ListMusic from 'lucide-react/icons/list-music'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { RowActions } from '../row-actions.tsx'
import { ListSection, Row, RowList, RowListSkeleton } from '../row-list.tsx'
import { ShowMore } from '../show-more.tsx'
import { useMyEpisodePages } from './api.ts'
import { EditEpisode } from './edit-episode.tsx'
import { EpisodeState } from './episode-state.tsx'
import { useAskToDelete } from './use-ask-to-delete.ts'

const FIRST_SHOWN = 5

const STATES: readonly { value: EpisodeStatus | ''; label: string }[] = [
  { value: '', label: 'All' },
  { value: 'published', label: 'Published' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'when_ready', label: 'Waiting for audio' },
  { value: 'draft', label: 'Drafts' },
]

export function EpisodeList() {
  return (
    <ListSection title="Recent Episodes">
      <Episodes />
    </ListSection>
  )
}

function Episodes() {
  const [status, setStatus] = useState<EpisodeStatus | null>(null)
  const episodes = useMyEpisodePages(status)
  const [isAllShown, setIsAllShown] = useState(false)
  const [edited, setEdited] = useState<Episode | null>(null)
  const askToDelete = useAskToDelete()

  if (episodes.isPending) return <RowListSkeleton what="your episodes" />
  if (!episodes.data) return <LoadFailed what="your episodes" onRetry={episodes.refetch} />
  if (episodes.data.length === 0 && status === null) {
    return (
      <EmptyState title="Nothing published yet" icon={<ListMusic />}>
        No episodes created yet. Create your first episode to get started.
      </EmptyState>
    )
  }
  return (
    <>
      <div className="studio:mb-4 studio:max-w-60">
        <Select
          label="Show"
          options={STATES}
          value={status ?? ''}
          onChange={(event) => setStatus((event.target.value || null) as EpisodeStatus | null)}
        />
      </div>
      {episodes.data.length === 0 && <p className="studio:text-muted">No episode is in this state.</p>}
      <RowList>
        {episodes.data.slice(0, isAllShown ? undefined : FIRST_SHOWN).map((episode) => (
          <Row
            key={episode.id}
            title={
              <Link to={`/episode/${episode.id}`} className="studio:hover:underline">
                {episode.title}
              </Link>
            }
            facts={`${episode.podcastTitle} · Episode ${episode.episodeNumber} · ${formatDuration(episode.duration)}`}
            end={<EpisodeState episode={episode} />}
            actions={
              <RowActions
                id={episode.id}
                name={episode.title}
                onEdit={() => setEdited(episode)}
                onDelete={() => void askToDelete(episode)}
              />
            }
          />
        ))}
      </RowList>
      {isAllShown ? (
        <ShowMore list={episodes} what="your episodes" />
      ) : (
        episodes.data.length > FIRST_SHOWN && (
          <div className="studio:mt-4">
            <Button look="secondary" size="small" onClick={() => setIsAllShown(true)}>
              Show all{episodes.hasNextPage ? '' : ` ${episodes.data.length}`}
            </Button>
          </div>
        )
      )}
      {edited && <EditEpisode episode={edited} onClose={() => setEdited(null)} />}
    </>
  )
}
