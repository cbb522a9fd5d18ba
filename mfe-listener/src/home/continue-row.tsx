import type { HistoryEntry } from '@griot/contracts/library'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { Cover } from '@griot/ui/cover'
import { formatClock, spokenDuration } from '@griot/ui/format'
import { InPlaceOf } from '@griot/ui/in-place-of'
import { LoadFailed } from '@griot/ui/load-failed'
import { Progress } from '@griot/ui/progress'
import { Skeleton } from '@griot/ui/skeleton'
import { Link } from 'react-router-dom'
import { useBegun } from '../history/api.ts'
import { Section } from '../section.tsx'
import { SeeAll } from '../see-all.tsx'
import { useListedEpisode, useListedPodcast } from '../shows/api.ts'
import { PlayButton } from '../shows/play-button.tsx'

const MOST_SHOWN = 4

// On phones one row that scrolls by itself: what was begun must not push everything else out of sight. It is positioned,
// so that the texts for ears alone, which are, too, scroll with it and do not widen the page.
const ROW =
  'listener:relative listener:-mx-4 listener:grid listener:auto-cols-[min(85%,22rem)] listener:grid-flow-col listener:snap-x listener:scroll-px-4 listener:gap-3 listener:overflow-x-auto listener:px-4 listener:pb-1 listener:[scrollbar-width:none] listener:sm:mx-0 listener:sm:grid-flow-row listener:sm:auto-cols-auto listener:sm:grid-cols-2 listener:sm:gap-4 listener:sm:overflow-visible listener:sm:px-0'
const WAITING = 'listener:h-30 listener:sm:h-24'
const TILE =
  'listener:flex listener:h-full listener:min-h-30 listener:sm:min-h-24 listener:flex-wrap listener:items-center listener:gap-3 listener:rounded-l listener:border listener:border-line listener:bg-surface listener:p-3'

/** What was begun and not finished, the latest first. */
export function ContinueRow() {
  const { session } = useShell()
  const user = useStore(session.user)
  const begun = useBegun(MOST_SHOWN)

  // Whoever has no points has heard nothing: no place is kept for what will not come, nor for saying that it did not.
  if (!begun.data && !user?.points) return null
  if (begun.isPending) {
    return (
      <Section title="Continue Listening">
        <p className="g-visually-hidden">Loading what you have begun</p>
        <Outline />
      </Section>
    )
  }
  if (begun.isError) {
    return (
      <Section title="Continue Listening">
        <InPlaceOf missing={<Outline />}>
          <LoadFailed what="what you have begun" onRetry={begun.refetch} />
        </InPlaceOf>
      </Section>
    )
  }
  if (begun.data.length === 0) return null
  return (
    <Section title="Continue Listening" aside={<SeeAll to="/library" what="that you have listened to" />}>
      <ul className={ROW}>
        {begun.data.map((entry) => (
          <Begun key={entry.id} entry={entry} />
        ))}
      </ul>
    </Section>
  )
}

function Outline() {
  return (
    <div className={ROW}>
      <Skeleton className={WAITING} />
      <Skeleton className={WAITING} />
    </div>
  )
}

function Begun({ entry }: { entry: HistoryEntry }) {
  const episode = useListedEpisode(entry.episodeId)
  const podcast = useListedPodcast(entry.podcastId)
  if (episode.isPending) {
    return (
      <li className="listener:snap-start">
        <Skeleton className={WAITING} />
      </li>
    )
  }
  // An episode that is gone cannot be continued; the library keeps its row.
  if (!episode.data) return null
  const { title, podcastTitle, duration } = episode.data
  const left = Math.max(0, duration - entry.positionSeconds)
  return (
    <li className="listener:snap-start">
      <div className={TILE}>
        <Cover
          id={entry.podcastId}
          title={podcastTitle}
          src={podcast.data?.coverImage}
          eager
          className="listener:w-16"
        />
        <div className="listener:min-w-[min(100%,6.5rem)] listener:flex-1">
          {/* What cuts the text off would cut off the ring around the link, too. */}
          <h3 className="listener:line-clamp-3 listener:leading-tight listener:wrap-anywhere listener:has-[:focus-visible]:line-clamp-none">
            <Link to={`/episode/${entry.episodeId}`} className="listener:hover:underline">
              {title}
            </Link>
          </h3>
          <p className="listener:mt-0.5 listener:text-sm listener:text-muted">
            <span aria-hidden="true">{formatClock(left)} left</span>
            <span className="g-visually-hidden">{spokenDuration(left)} left</span>
          </p>
          <Progress label={`Progress in ${title}`} value={entry.progress} className="listener:mt-1.5" />
        </div>
        <PlayButton episode={episode.data} podcast={podcast.data ?? undefined} heard={entry} />
      </div>
    </li>
  )
}
