import type { Episode, EpisodeOrder, Podcast } from '@griot/contracts/catalog'
import { Badge } from '@griot/ui/badge'
import { EmptyState } from '@griot/ui/empty-state'
import { formatDate, formatDuration } from '@griot/ui/format'
import { LoadFailed } from '@griot/ui/load-failed'
import { Progress } from '@griot/ui/progress'
import { Skeleton } from '@griot/ui/skeleton'
import Check from 'lucide-react/icons/check'
import Mic from 'lucide-react/icons/mic'
import { Link } from 'react-router-dom'
import { useEpisodeHistory } from '../history/api.ts'
import { ShowMore } from '../show-more.tsx'
import { useEpisodesOf } from '../shows/api.ts'
import { PlayButton } from '../shows/play-button.tsx'
import { QueueIcons } from '../shows/queue-buttons.tsx'

const LINES = 'listener:divide-y listener:divide-line listener:border-y listener:border-line'

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
      <ul className={LINES}>
        {episodes.data.map((episode) => (
          <EpisodeRow key={episode.id} episode={episode} podcast={podcast} />
        ))}
      </ul>
      <ShowMore pages={episodes} what="episodes" />
    </>
  )
}

function EpisodeRow({ episode, podcast }: { episode: Episode; podcast: Podcast }) {
  const { data: heard } = useEpisodeHistory(episode.id)
  return (
    <li className="listener:flex listener:items-center listener:gap-4 listener:py-4">
      <PlayButton episode={episode} podcast={podcast} heard={heard} />
      <div className="listener:min-w-0 listener:flex-1">
        <h3 className="listener:text-lg listener:leading-snug listener:wrap-anywhere">
          <Link to={`/episode/${episode.id}`} className="listener:hover:underline">
            {episode.title}
          </Link>
        </h3>
        <div className="listener:mt-0.5 listener:flex listener:flex-wrap listener:items-center listener:gap-x-3 listener:gap-y-1.5 listener:text-sm listener:text-muted">
          <p>
            Episode {episode.episodeNumber} · {formatDuration(episode.duration)} · {formatDate(episode.releaseDate)}
          </p>
          {heard?.completed && (
            <Badge tone="teal">
              <Check aria-hidden="true" /> Listened
            </Badge>
          )}
        </div>
        {heard && !heard.completed && heard.progress > 0 && (
          <Progress
            label={`Progress in ${episode.title}`}
            value={heard.progress}
            className="listener:mt-2 listener:max-w-64"
          />
        )}
      </div>
      {episode.audioUrl !== null && <QueueIcons media={{ episode, podcast }} />}
    </li>
  )
}

export function EpisodeListSkeleton() {
  return (
    <div className={LINES}>
      {['first', 'second', 'third', 'fourth'].map((row) => (
        <div key={row} className="listener:flex listener:items-center listener:gap-4 listener:py-4">
          <Skeleton shape="round" width="2.75rem" height="2.75rem" />
          <div className="listener:grid listener:flex-1 listener:gap-2">
            <Skeleton width="55%" height="1.25rem" />
            <Skeleton width="35%" height="0.875rem" />
          </div>
        </div>
      ))}
    </div>
  )
}
