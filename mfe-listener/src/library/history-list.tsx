import type { HistoryEntry } from '@griot/contracts/library'
import { usePointsHidden } from '@griot/shell-sdk/points-hidden'
import { Badge } from '@griot/ui/badge'
import { buttonLook } from '@griot/ui/button'
import { Cover } from '@griot/ui/cover'
import { formatAgo, formatDuration, formatPoints, spokenDuration } from '@griot/ui/format'
import { IconButton } from '@griot/ui/icon-button'
import { Progress } from '@griot/ui/progress'
import { Row, RowListSkeleton } from '@griot/ui/row-list'
import { Skeleton } from '@griot/ui/skeleton'
import Check from 'lucide-react/icons/check'
import Headphones from 'lucide-react/icons/headphones'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import X from 'lucide-react/icons/x'
import { Link, useSearchParams } from 'react-router-dom'
import { ChoiceButtons } from '../choice-buttons.tsx'
import { PagedList } from '../paged-list.tsx'
import { useListedEpisode, useListedPodcast } from '../shows/api.ts'
import { type HistoryState, useHistory, useMarkPlayed, useRemoveEntry } from './api.ts'
import { EmptyList, missingTitle, RowSkeleton } from './list-parts.tsx'

interface Shelf {
  id: string
  label: string
  state: HistoryState
  title: string
  text: string
}

const ALL: Shelf = {
  id: 'all',
  label: 'All',
  state: undefined,
  title: 'No listening history yet',
  text: 'Episodes that you listen to appear here, with your position in them.',
}
const SHELVES: readonly Shelf[] = [
  ALL,
  {
    id: 'in-progress',
    label: 'In progress',
    state: 'begun',
    title: 'Nothing in progress',
    text: 'Episodes that you have started and not finished appear here.',
  },
  {
    id: 'finished',
    label: 'Finished',
    state: 'completed',
    title: 'Nothing finished yet',
    text: 'Episodes that you have listened to until the end appear here.',
  },
]

/** The filter is in the address (`?show=`), so that Back from an episode returns to it. */
export function HistoryList() {
  const [address, setAddress] = useSearchParams()
  const shelf = SHELVES.find(({ id }) => id === address.get('show')) ?? ALL
  const handleChoose = (id: string) => setAddress(id === ALL.id ? {} : { show: id }, { replace: true })
  const empty = (
    <EmptyList title={shelf.title} icon={<Headphones />} of="episodes">
      {shelf.text}
    </EmptyList>
  )
  return (
    <div className="listener:grid listener:grid-cols-[minmax(0,1fr)] listener:gap-3">
      <ChoiceButtons label="Show" choices={SHELVES} chosen={shelf.id} onChoose={handleChoose} />
      <div>
        <PagedList
          pages={useHistory(shelf.state)}
          what="your listening history"
          more="of your history"
          skeleton={<RowListSkeleton rows={3} start={<Skeleton width="4rem" height="4rem" />} />}
          empty={empty}
        >
          {(entry) => <HistoryRow key={entry.id} entry={entry} />}
        </PagedList>
      </div>
    </div>
  )
}

function HistoryRow({ entry }: { entry: HistoryEntry }) {
  const episode = useListedEpisode(entry.episodeId)
  const podcast = useListedPodcast(entry.podcastId)
  const isHidden = usePointsHidden()
  if (episode.isPending) return <RowSkeleton />
  const title = episode.data?.title ?? missingTitle(episode)
  const left = episode.data && !entry.completed ? Math.max(0, episode.data.duration - entry.positionSeconds) : null
  const action = entry.completed ? 'Listen Again' : 'Continue'
  return (
    <Row
      start={
        <Cover
          id={entry.podcastId}
          title={episode.data?.podcastTitle ?? title}
          src={podcast.data?.coverImage}
          className="listener:w-16"
        />
      }
      title={<h3 className="listener:text-lg listener:leading-tight">{title}</h3>}
      facts={
        <p className="listener:wrap-anywhere">
          {episode.data && `${episode.data.podcastTitle} · `}
          {left !== null && <TimeLeft seconds={left} />}
          <span className="listener:whitespace-nowrap">{formatAgo(entry.lastListenedAt)}</span>
        </p>
      }
      note={
        <div className="listener:mt-2 listener:flex listener:flex-wrap listener:items-center listener:gap-2">
          {entry.completed ? (
            <Badge tone="teal">
              <Check aria-hidden="true" /> Completed
            </Badge>
          ) : (
            <Progress
              label={`Progress in ${title}`}
              value={entry.progress}
              className="listener:min-w-[min(6rem,100%)] listener:max-w-56 listener:flex-1"
            />
          )}
          {!isHidden && entry.earnedPoints > 0 && <Badge tone="points">+{formatPoints(entry.earnedPoints)}</Badge>}
        </div>
      }
      end={
        <Link
          to={`/episode/${entry.episodeId}`}
          {...buttonLook({ look: 'secondary', size: 'small' })}
          style={{ minWidth: '7.5rem' }}
          aria-label={`${action}: ${title}`}
        >
          {action}
        </Link>
      }
      actions={<RowActions entry={entry} title={title} />}
    />
  )
}

function TimeLeft({ seconds }: { seconds: number }) {
  return (
    <>
      <span aria-hidden="true">{formatDuration(seconds)} left · </span>
      <span className="g-visually-hidden">{spokenDuration(seconds)} left, </span>
    </>
  )
}

function RowActions({ entry, title }: { entry: HistoryEntry; title: string }) {
  const mark = useMarkPlayed({ id: entry.episodeId, podcastId: entry.podcastId }, entry.completed)
  const remove = useRemoveEntry(entry.id)
  return (
    <span className="listener:flex listener:min-w-22 listener:sm:justify-end">
      <IconButton
        label={`Mark as ${entry.completed ? 'unplayed' : 'played'}: ${title}`}
        disabled={mark.isPending}
        onClick={() => mark.mutate(entry)}
      >
        {entry.completed ? <RotateCcw aria-hidden="true" /> : <Check aria-hidden="true" />}
      </IconButton>
      <IconButton label={`Remove from history: ${title}`} disabled={remove.isPending} onClick={() => remove.mutate()}>
        <X aria-hidden="true" />
      </IconButton>
    </span>
  )
}
