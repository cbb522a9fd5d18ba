import type { HistoryEntry } from '@griot/contracts/library'
import { usePointsHidden } from '@griot/shell-sdk/points-hidden'
import { Badge } from '@griot/ui/badge'
import { buttonLook } from '@griot/ui/button'
import { Cover } from '@griot/ui/cover'
import { EmptyState } from '@griot/ui/empty-state'
import { formatAgo, formatClock, formatPoints, spokenDuration } from '@griot/ui/format'
import { IconButton } from '@griot/ui/icon-button'
import { LoadFailed } from '@griot/ui/load-failed'
import { Progress } from '@griot/ui/progress'
import { Skeleton } from '@griot/ui/skeleton'
import Check from 'lucide-react/icons/check'
import Headphones from 'lucide-react/icons/headphones'
import X from 'lucide-react/icons/x'
import { Link } from 'react-router-dom'
import { useHistory, useMarkPlayed, useRemoveEntry } from '../history/api.ts'
import { ShowMore } from '../show-more.tsx'
import { useListedEpisode, useListedPodcast } from '../shows/api.ts'

const LINES = 'listener:divide-y listener:divide-line listener:border-y listener:border-line'

export function HistoryList() {
  const history = useHistory()

  if (history.isPending) {
    return (
      <div className={LINES}>
        <p className="g-visually-hidden">Loading your listening history</p>
        <RowSkeleton />
        <RowSkeleton />
        <RowSkeleton />
      </div>
    )
  }
  if (history.isLoadingError) return <LoadFailed what="your listening history" onRetry={history.refetch} />
  if (history.data.length === 0) {
    return (
      <EmptyState
        title="Nothing heard yet"
        icon={<Headphones />}
        action={
          <Link to="/discover" {...buttonLook({ look: 'secondary' })}>
            Find something to hear
          </Link>
        }
      >
        Start an episode, and your place in it is kept here.
      </EmptyState>
    )
  }
  return (
    <>
      <ul className={LINES}>
        {history.data.map((entry) => (
          <HistoryRow key={entry.id} entry={entry} />
        ))}
      </ul>
      <ShowMore pages={history} what="of your history" />
    </>
  )
}

function HistoryRow({ entry }: { entry: HistoryEntry }) {
  const episode = useListedEpisode(entry.episodeId)
  const podcast = useListedPodcast(entry.podcastId)
  const isHidden = usePointsHidden()
  if (episode.isPending) {
    return (
      <li>
        <RowSkeleton />
      </li>
    )
  }
  const title =
    episode.data?.title ?? (episode.isError ? 'This episode did not load' : 'An episode that is no longer available')
  const left = episode.data && !entry.completed ? Math.max(0, episode.data.duration - entry.positionSeconds) : null
  return (
    <li className="listener:flex listener:flex-wrap listener:items-start listener:gap-4 listener:py-4 listener:sm:items-center">
      <Cover
        id={entry.podcastId}
        title={episode.data?.podcastTitle ?? title}
        src={podcast.data?.coverImage}
        className="listener:w-16"
      />
      <div className="listener:grid listener:min-w-[min(100%,11rem)] listener:flex-1 listener:grid-cols-[minmax(0,1fr)] listener:gap-x-6 listener:gap-y-3 listener:sm:grid-cols-[minmax(0,1fr)_auto] listener:sm:items-center">
        <div className="listener:min-w-0">
          <h3 className="listener:text-lg listener:leading-tight listener:wrap-anywhere">{title}</h3>
          <p className="listener:mt-0.5 listener:text-sm listener:wrap-anywhere listener:text-muted">
            {episode.data && `${episode.data.podcastTitle} · `}
            {left !== null && <TimeLeft seconds={left} />}
            <span className="listener:whitespace-nowrap">{formatAgo(entry.lastListenedAt)}</span>
          </p>
          <div className="listener:mt-2 listener:flex listener:flex-wrap listener:items-center listener:gap-2">
            {entry.completed ? (
              <Badge tone="teal">
                <Check aria-hidden="true" /> Completed
              </Badge>
            ) : (
              <Progress
                label={`Progress in ${title}`}
                value={entry.progress}
                className="listener:min-w-24 listener:max-w-56 listener:flex-1"
              />
            )}
            {!isHidden && <Badge tone="points">+{formatPoints(entry.earnedPoints)}</Badge>}
          </div>
        </div>
        <div className="listener:flex listener:flex-wrap listener:items-center listener:gap-2">
          <Link
            to={`/episode/${entry.episodeId}`}
            {...buttonLook({ look: 'secondary', size: 'small' })}
            style={{ minWidth: '7.5rem' }}
            aria-label={`${entry.completed ? 'Listen Again' : 'Continue'}: ${title}`}
          >
            {entry.completed ? 'Listen Again' : 'Continue'}
          </Link>
          <RowActions entry={entry} title={title} />
        </div>
      </div>
    </li>
  )
}

function TimeLeft({ seconds }: { seconds: number }) {
  return (
    <>
      <span aria-hidden="true">{formatClock(seconds)} left · </span>
      <span className="g-visually-hidden">{spokenDuration(seconds)} left, </span>
    </>
  )
}

function RowActions({ entry, title }: { entry: HistoryEntry; title: string }) {
  const mark = useMarkPlayed({ id: entry.episodeId, podcastId: entry.podcastId })
  const remove = useRemoveEntry(entry.id)
  return (
    <span className="listener:flex listener:min-w-22 listener:sm:justify-end">
      {!entry.completed && (
        <IconButton label={`Mark as played: ${title}`} disabled={mark.isPending} onClick={() => mark.mutate(entry)}>
          <Check aria-hidden="true" />
        </IconButton>
      )}
      <IconButton label={`Remove from history: ${title}`} disabled={remove.isPending} onClick={() => remove.mutate()}>
        <X aria-hidden="true" />
      </IconButton>
    </span>
  )
}

function RowSkeleton() {
  return (
    <div className="listener:flex listener:flex-wrap listener:items-center listener:gap-4 listener:py-4">
      <Skeleton width="4rem" height="4rem" />
      <div className="listener:grid listener:min-w-[min(100%,11rem)] listener:flex-1 listener:gap-2">
        <Skeleton width="50%" height="1.25rem" />
        <Skeleton width="30%" height="0.875rem" />
        <Skeleton width="40%" height="1.25rem" />
      </div>
    </div>
  )
}
