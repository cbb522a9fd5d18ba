import type { Episode } from '@griot/contracts/catalog/episodes'
import type { HistoryEntry } from '@griot/contracts/library'
import { usePointsHidden } from '@griot/shell-sdk/points-hidden'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { Button, buttonLook } from '@griot/ui/button'
import { Cover } from '@griot/ui/cover'
import { formatAgo, formatPoints } from '@griot/ui/format'
import { Progress } from '@griot/ui/progress'
import { QueryStates } from '@griot/ui/query-states'
import { Screen } from '@griot/ui/screen'
import { Panel } from '@griot/ui/section'
import { Skeleton } from '@griot/ui/skeleton'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Check from 'lucide-react/icons/check'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { Link, useParams } from 'react-router-dom'
import { DetailColumns, DetailScreen } from '../detail-screen.tsx'
import { useMarkPlayed } from '../library/api.ts'
import { useAdjacentEpisodes, useEpisode, usePodcast } from '../shows/api.ts'
import { useEpisodeHistory } from '../shows/episode-history.ts'
import { AboutEpisode } from './about-episode.tsx'
import { EpisodeHead } from './episode-head.tsx'
import { EpisodePlayer } from './episode-player.tsx'

export function EpisodeScreen() {
  const { id = '' } = useParams()
  return (
    <DetailScreen what="Episode" query={useEpisode(id)} skeleton={<ContentSkeleton />}>
      {(episode) => <FullEpisode episode={episode} />}
    </DetailScreen>
  )
}

function FullEpisode({ episode }: { episode: Episode }) {
  const side = (
    <>
      <ProgressCard episode={episode} />
      <PodcastPanel podcastId={episode.podcastId} />
    </>
  )
  return (
    <Screen title={episode.title} head={<EpisodeHead episode={episode} />}>
      <div className="listener:mt-8">
        <EpisodePlayer episode={episode} />
      </div>
      <DetailColumns side={side}>
        <AboutEpisode episode={episode} />
      </DetailColumns>
      <AdjacentEpisodes episode={episode} />
    </Screen>
  )
}

function ContentSkeleton() {
  return (
    <>
      <Skeleton height="5.5rem" className="listener:mt-8" />
      <div className="listener:mt-12 listener:grid listener:max-w-2xl listener:grid-cols-[minmax(0,1fr)] listener:gap-3">
        <Skeleton width="14rem" height="2rem" />
        <Skeleton count={2} />
        <Skeleton width="70%" />
      </div>
    </>
  )
}

function ProgressCard({ episode }: { episode: Episode }) {
  const history = useEpisodeHistory(episode.id)
  const isPlayed = history.data?.completed ?? false
  const mark = useMarkPlayed(episode, isPlayed)

  return (
    <Panel title="Your Progress">
      <div className="listener:grid listener:gap-3">
        <QueryStates query={history} what="your progress" skeleton={<Skeleton height="3.5rem" />}>
          {(entry) => (
            <>
              <EpisodeProgress episode={episode} entry={entry} />
              {(isPlayed || episode.audioUrl !== null) && (
                <div>
                  <Button look="secondary" size="small" pending={mark.isPending} onClick={() => mark.mutate(entry)}>
                    {!mark.isPending && (isPlayed ? <RotateCcw aria-hidden="true" /> : <Check aria-hidden="true" />)}
                    {isPlayed ? 'Mark as unplayed' : 'Mark as played'}
                  </Button>
                </div>
              )}
            </>
          )}
        </QueryStates>
      </div>
    </Panel>
  )
}

/** The live position while the episode is loaded in the player, else the stored one. */
function EpisodeProgress({ episode, entry }: { episode: Episode; entry: HistoryEntry | null }) {
  const { player } = useShell()
  const isHidden = usePointsHidden()
  const livePercent = useStore(player.state, ({ episode: playing, position, duration }) =>
    playing?.id === episode.id && duration > 0 ? Math.floor((position / duration) * 100) : null,
  )
  const percent = Math.max(livePercent ?? 0, Math.floor(entry?.progress ?? 0))

  if (!entry && livePercent === null) {
    return (
      <p className="listener:text-muted">
        Not started yet.{' '}
        {episode.audioUrl !== null && 'Press Play to start. Your position is saved on all your devices.'}
      </p>
    )
  }
  return (
    <>
      <Progress label="Listened so far" value={percent} />
      <p className="listener:text-sm listener:text-muted">
        {entry?.completed ? 'Completed' : `${percent}% listened`}
        {entry && !isHidden && entry.earnedPoints > 0 && ` · ${formatPoints(entry.earnedPoints)}`}
        {entry && ` · ${formatAgo(entry.lastListenedAt)}`}
      </p>
    </>
  )
}

function PodcastPanel({ podcastId }: { podcastId: string }) {
  return (
    <Panel title="From the podcast">
      <QueryStates query={usePodcast(podcastId)} what="the podcast" skeleton={<Skeleton height="4rem" />}>
        {({ id, title, coverImage, hostName }) => (
          <div className="listener:flex listener:flex-wrap listener:items-center listener:gap-3">
            <Cover id={id} title={title} src={coverImage} className="listener:w-16" />
            <div className="listener:min-w-0 listener:flex-[1_1_5rem]">
              <p className="listener:font-semibold listener:wrap-anywhere">{title}</p>
              <p className="listener:text-sm listener:wrap-anywhere listener:text-muted">{hostName}</p>
            </div>
          </div>
        )}
      </QueryStates>
      <Link
        to={`/podcast/${podcastId}`}
        {...buttonLook({ look: 'secondary', size: 'small', wide: true })}
        style={{ marginBlockStart: '1rem' }}
      >
        View Podcast
      </Link>
    </Panel>
  )
}

const LINK =
  'listener:flex listener:min-w-0 listener:items-center listener:gap-3 listener:rounded-l listener:border listener:border-line listener:p-4 listener:hover:bg-raised listener:[&_svg]:flex-none'

/** Links to the previous and the next episode. Renders nothing while they load and if there are none. */
function AdjacentEpisodes({ episode }: { episode: Episode }) {
  const { data: { previous, next } = {} } = useAdjacentEpisodes(episode.id)
  if (!previous && !next) return null
  return (
    <nav
      aria-label="Other episodes"
      className="listener:mt-12 listener:grid listener:gap-3 listener:sm:grid-cols-2 listener:sm:gap-4"
    >
      {previous && (
        <Link to={`/episode/${previous.id}`} className={LINK}>
          <ArrowLeft aria-hidden="true" size={20} />
          <Named relation="Previous episode" title={previous.title} />
        </Link>
      )}
      {next && (
        <Link
          to={`/episode/${next.id}`}
          className={`${LINK} listener:justify-end listener:text-end listener:sm:col-start-2`}
        >
          <Named relation="Next episode" title={next.title} />
          <ArrowRight aria-hidden="true" size={20} />
        </Link>
      )}
    </nav>
  )
}

function Named({ relation, title }: { relation: string; title: string }) {
  return (
    <span className="listener:min-w-0">
      <span className="listener:block listener:text-sm listener:text-muted">{relation}</span>{' '}
      <span className="listener:line-clamp-3 listener:font-display listener:wrap-anywhere listener:leading-tight listener:font-bold">
        {title}
      </span>
    </span>
  )
}
