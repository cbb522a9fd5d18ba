import type { Podcast as PodcastFacts } from '@griot/contracts/catalog/podcasts'
import { Badge } from '@griot/ui/badge'
import { Cover } from '@griot/ui/cover'
import { EmptyState } from '@griot/ui/empty-state'
import { LoadFailed } from '@griot/ui/load-failed'
import Podcast from 'lucide-react/icons/podcast'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { RowActions } from '../row-actions.tsx'
import { ListSection, Row, RowList, RowListSkeleton } from '../row-list.tsx'
import { useMyPodcasts } from './api.ts'
import { categoryLabel } from './categories.ts'
import { DeletePodcastDialog } from './delete-podcast.tsx'
import { EditPodcast } from './edit-podcast.tsx'

export function PodcastList() {
  return (
    <ListSection title="Existing Podcasts">
      <Podcasts />
    </ListSection>
  )
}

function Podcasts() {
  const podcasts = useMyPodcasts()
  const [edited, setEdited] = useState<PodcastFacts | null>(null)
  const [deleted, setDeleted] = useState<PodcastFacts | null>(null)

  if (podcasts.isPending) return <RowListSkeleton what="your podcasts" />
  if (podcasts.isError) return <LoadFailed what="your podcasts" onRetry={podcasts.refetch} />
  if (podcasts.data.length === 0) {
    return (
      <EmptyState title="A show starts here" icon={<Podcast />}>
        No podcasts created yet. Create your first podcast to get started.
      </EmptyState>
    )
  }
  return (
    <>
      <RowList>
        {podcasts.data.map((podcast) => (
          <Row
            key={podcast.id}
            start={<Cover id={podcast.id} title={podcast.title} src={podcast.coverImage} className="studio:w-12" />}
            title={
              <Link to={`/podcast/${podcast.id}`} className="studio:hover:underline">
                {podcast.title}
              </Link>
            }
            facts={podcast.hostName}
            end={<Badge>{categoryLabel(podcast.category)}</Badge>}
            actions={
              <RowActions
                id={podcast.id}
                name={podcast.title}
                onEdit={() => setEdited(podcast)}
                onDelete={() => setDeleted(podcast)}
              />
            }
          />
        ))}
      </RowList>
      {edited && <EditPodcast podcast={edited} onClose={() => setEdited(null)} />}
      {deleted && <DeletePodcastDialog podcast={deleted} onClose={() => setDeleted(null)} />}
    </>
  )
}
