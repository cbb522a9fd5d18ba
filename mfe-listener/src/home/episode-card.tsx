import type { Episode } from '@griot/contracts/catalog/episodes'
import type { HistoryEntry } from '@griot/contracts/library'
import { Button } from '@griot/ui/button'
import { Cover } from '@griot/ui/cover'
import { formatDuration, spokenDuration } from '@griot/ui/format'
import { Progress } from '@griot/ui/progress'
import { Skeleton } from '@griot/ui/skeleton'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { Link } from 'react-router-dom'
import { useListedPodcast } from '../shows/api.ts'
import { useEpisodePlayer } from '../shows/play-button.tsx'

const CARD =
  'listener:flex listener:min-h-40 listener:flex-wrap listener:items-center listener:gap-x-4 listener:gap-y-3 listener:rounded-l listener:border listener:border-line listener:bg-surface listener:p-4 listener:sm:min-h-36'

/** One large episode with its play button. With an entry it resumes and shows the time that is left. */
export function EpisodeCard({ episode, entry }: { episode: Episode; entry?: HistoryEntry }) {
  const podcast = useListedPodcast(episode.podcastId)
  const { isPlaying, canPlay, toggle } = useEpisodePlayer({ episode, podcast: podcast.data, entry })
  const seconds = Math.max(0, episode.duration - (entry?.positionSeconds ?? 0))
  const after = entry ? ' left' : ''
  const action = isPlaying ? 'Pause' : 'Play'
  return (
    <div className={CARD}>
      <Cover
        id={episode.podcastId}
        title={episode.podcastTitle}
        src={podcast.data?.coverImage}
        eager
        className="listener:w-24 listener:sm:w-28"
      />
      <div className="listener:min-w-[min(100%,9rem)] listener:flex-1">
        {/* The element that truncates the text would also clip the focus ring of the link. */}
        <h3 className="listener:line-clamp-3 listener:text-lg listener:leading-tight listener:wrap-anywhere listener:has-[:focus-visible]:line-clamp-none">
          <Link to={`/episode/${episode.id}`} className="listener:hover:underline">
            {episode.title}
          </Link>
        </h3>
        <p className="listener:mt-1 listener:line-clamp-1 listener:text-sm listener:wrap-anywhere listener:text-muted">
          {episode.podcastTitle}
        </p>
        <p className="listener:text-sm listener:text-muted">
          <span aria-hidden="true">
            {formatDuration(seconds)}
            {after}
          </span>
          <span className="g-visually-hidden">
            {spokenDuration(seconds)}
            {after}
          </span>
        </p>
        {entry && (
          <Progress label={`Progress in ${episode.title}`} value={entry.progress} className="listener:mt-1.5" />
        )}
      </div>
      <Button
        disabled={!canPlay}
        aria-label={`${action} ${episode.title}`}
        onClick={toggle}
        className="listener:w-full listener:sm:w-auto"
      >
        {isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" fill="currentColor" />}
        {action}
      </Button>
    </div>
  )
}

export function EpisodeCardSkeleton() {
  return <Skeleton className="listener:h-52 listener:sm:h-36" />
}
