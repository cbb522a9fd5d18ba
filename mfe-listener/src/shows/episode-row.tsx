import type { Episode } from '@griot/contracts/catalog/episodes'
import type { PlayerPodcast } from '@griot/shell-sdk/contract'
import { Badge } from '@griot/ui/badge'
import { formatDate, formatDuration } from '@griot/ui/format'
import { Progress } from '@griot/ui/progress'
import { Row, RowListSkeleton } from '@griot/ui/row-list'
import { Skeleton } from '@griot/ui/skeleton'
import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { PagedList, type PagedListProps } from '../paged-list.tsx'
import { useEpisodeHistory } from './episode-history.ts'
import { PlayButton } from './play-button.tsx'
import { QueueButtons } from './queue-buttons.tsx'

interface EpisodeRowProps {
  episode: Episode
  /** Empty while it loads; the play button is disabled until then. */
  podcast: PlayerPodcast | null | undefined
  /** Shown before the duration: the episode number or the podcast. */
  about: ReactNode
}

/** One episode of a list, with play and queue buttons and the progress of the listener. */
export function EpisodeRow({ episode, podcast, about }: EpisodeRowProps) {
  const { data: entry } = useEpisodeHistory(episode.id)
  return (
    <Row
      start={<PlayButton episode={episode} podcast={podcast} entry={entry} />}
      title={
        <h3 className="listener:text-lg listener:leading-snug">
          <Link to={`/episode/${episode.id}`}>{episode.title}</Link>
        </h3>
      }
      facts={
        <div className="listener:flex listener:flex-wrap listener:items-center listener:gap-x-3 listener:gap-y-1.5">
          <p className="listener:wrap-anywhere">
            {about && <>{about} · </>}
            {formatDuration(episode.duration)} ·{' '}
            <span className="listener:whitespace-nowrap">{formatDate(episode.releaseDate)}</span>
          </p>
          {entry?.completed && (
            <Badge tone="teal">
              <Check aria-hidden="true" /> Listened
            </Badge>
          )}
        </div>
      }
      note={
        entry &&
        !entry.completed &&
        entry.progress > 0 && (
          <Progress
            label={`Progress in ${episode.title}`}
            value={entry.progress}
            className="listener:mt-1.5 listener:max-w-64"
          />
        )
      }
      end={episode.audioUrl !== null && podcast && <QueueButtons media={{ episode, podcast }} look="icons" />}
    />
  )
}

export function EpisodeRows(props: Pick<PagedListProps<Episode>, 'pages' | 'empty' | 'children'>) {
  return <PagedList what="the episodes" more="episodes" skeleton={<EpisodesSkeleton />} {...props} />
}

export function EpisodesSkeleton() {
  return <RowListSkeleton start={<Skeleton shape="round" width="2.75rem" height="2.75rem" />} />
}
