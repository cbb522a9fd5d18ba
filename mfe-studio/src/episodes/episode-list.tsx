import { Badge } from '@griot/ui/badge'
import { Button } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import { formatDuration } from '@griot/ui/format'
import { LoadFailed } from '@griot/ui/load-failed'
import ListMusic from 'lucide-react/icons/list-music'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ListSection, Row, RowList, RowListSkeleton } from '../row-list.tsx'
import { useMyEpisodes } from './api.ts'

const FIRST_SHOWN = 5

export function EpisodeList() {
  return (
    <ListSection title="Recent Episodes">
      <Episodes />
    </ListSection>
  )
}

function Episodes() {
  const episodes = useMyEpisodes()
  const [isAllShown, setIsAllShown] = useState(false)

  if (episodes.isPending) return <RowListSkeleton what="your episodes" />
  if (episodes.isError) return <LoadFailed what="your episodes" onRetry={episodes.refetch} />
  if (episodes.data.length === 0) {
    return (
      <EmptyState title="Nothing published yet" icon={<ListMusic />}>
        No episodes created yet. Create your first episode to get started.
      </EmptyState>
    )
  }
  return (
    <>
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
            end={episode.audioUrl ? <Badge tone="teal">Live</Badge> : <Badge>No audio</Badge>}
          />
        ))}
      </RowList>
      {!isAllShown && episodes.data.length > FIRST_SHOWN && (
        <div className="studio:mt-4">
          <Button look="secondary" size="small" onClick={() => setIsAllShown(true)}>
            Show all {episodes.data.length}
          </Button>
        </div>
      )}
    </>
  )
}
