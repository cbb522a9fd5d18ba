import type { Episode } from '@griot/contracts/catalog/episodes'
import type { PlayerPodcast } from '@griot/shell-sdk/contract'
import { Badge } from '@griot/ui/badge'
import { formatDate, formatDuration } from '@griot/ui/format'
import { Progress } from '@griot/ui/progress'
import { Skeleton } from '@griot/ui/skeleton'
import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useEpisodeHistory } from '../history/api.ts'
import { PlayButton } from './play-button.tsx'
import { QueueIcons } from './queue-buttons.tsx'

/** Of the list that the rows stand in. */
export const EPISODE_LINES = 'listener:divide-y listener:divide-line listener:border-y listener:border-line'

interface EpisodeRowProps {
  episode: Episode
  /** Undefined while it is on its way: then nothing can be played yet. */
  podcast: PlayerPodcast | undefined
  /** What comes before its length: its number, or whose it is. */
  about: ReactNode
}

/** An episode in a list: played, queued, opened, and how much of it was heard. */
export function EpisodeRow({ episode, podcast, about }: EpisodeRowProps) {
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
          <p className="listener:wrap-anywhere">
            {about} · {formatDuration(episode.duration)} ·{' '}
            <span className="listener:whitespace-nowrap">{formatDate(episode.releaseDate)}</span>
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
      {episode.audioUrl !== null && podcast && <QueueIcons media={{ episode, podcast }} />}
    </li>
  )
}

export function EpisodeListSkeleton() {
  return (
    <div className={EPISODE_LINES}>
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
