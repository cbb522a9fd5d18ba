import { useShell, useStore } from '@griot/shell-sdk/react'
import { QueryStates } from '@griot/ui/query-states'
import { RowList } from '@griot/ui/row-list'
import { Screen } from '@griot/ui/screen'
import { Section } from '@griot/ui/section'
import { useState } from 'react'
import { usePoints } from '../points.ts'
import { SeeAll } from '../see-all.tsx'
import { useListedPodcast } from '../shows/api.ts'
import { EpisodeRow, EpisodesSkeleton } from '../shows/episode-row.tsx'
import { useEpisodesToPlay, useIsNew } from './api.ts'
import { EpisodeCard, EpisodeCardSkeleton } from './episode-card.tsx'
import { FirstVisit } from './first-visit.tsx'
import { nameFor, partOfDay, quoteFor } from './greeting.ts'
import { ModuleSections } from './module-sections.tsx'
import { Score, Stats } from './score.tsx'
import { Shows } from './shows.tsx'

export function HomeScreen() {
  const { session } = useShell()
  const user = useStore(session.user)
  const now = new Date()
  const quote = quoteFor(now)

  return (
    <Screen
      title="Home"
      heading={`${partOfDay(now)}, ${nameFor(user)}`}
      intro={
        <>
          “{quote.words}” <span className="listener:whitespace-nowrap">— {quote.source}</span>
        </>
      }
    >
      <div className="listener:grid listener:grid-cols-[minmax(0,1fr)] listener:gap-10">
        {useIsFirstVisit() ? <FirstVisit /> : <Dashboard />}
      </div>
    </Screen>
  )
}

/** The first play brings points at once. The page changes when the listener returns to it, not below the pressed button. */
const useIsFirstVisit = () => {
  const isNew = useIsNew()
  const { isSuccess } = usePoints()
  const [wasNew, setWasNew] = useState(false)
  if (isSuccess && isNew && !wasNew) setWasNew(true)
  return isNew || wasNew
}

function Dashboard() {
  const { resume, newEpisodes, isSettled, podcastIds } = useEpisodesToPlay()
  const isResumeKnown = resume.data !== undefined || resume.isError
  return (
    <>
      <Resume query={resume} />
      {/* Before it is known whether a section exists, nothing below it may be shown: it would move. */}
      {isResumeKnown && <Score />}
      {/* Favorites decide whether there are new episodes. */}
      {isResumeKnown && newEpisodes.areFavoritesKnown && (
        <>
          <NewEpisodes query={newEpisodes} />
          <Shows taken={isSettled ? podcastIds : undefined} />
          <Stats />
        </>
      )}
      {isSettled && <ModuleSections />}
    </>
  )
}

type Queries = ReturnType<typeof useEpisodesToPlay>

function Resume({ query }: { query: Queries['resume'] }) {
  const user = useStore(useShell().session.user)
  if (query.data === null) return null
  // A user without points has no unfinished episode, so show neither a skeleton nor an error.
  if (!query.data && !user?.points) return null
  return (
    <Section
      title="Continue Listening"
      size="large"
      aside={<SeeAll to="/library?show=in-progress" what="that you have started" />}
    >
      <QueryStates query={query} what="your unfinished episodes" skeleton={<EpisodeCardSkeleton />} keepsHeight>
        {(begun) => begun && <EpisodeCard {...begun} />}
      </QueryStates>
    </Section>
  )
}

function NewEpisodes({ query }: { query: Queries['newEpisodes'] }) {
  if (query.data?.length === 0) return null
  return (
    <Section title="New Episodes" size="large" aside={<SeeAll to="/library" what="of your favorites" />}>
      <QueryStates query={query} what="new episodes" skeleton={<EpisodesSkeleton />}>
        {(episodes) => (
          <RowList>
            {episodes.map((episode) => (
              <NewEpisode key={episode.id} episode={episode} />
            ))}
          </RowList>
        )}
      </QueryStates>
    </Section>
  )
}

function NewEpisode({ episode }: { episode: NonNullable<Queries['newEpisodes']['data']>[number] }) {
  const podcast = useListedPodcast(episode.podcastId)
  return <EpisodeRow episode={episode} podcast={podcast.data} about={episode.podcastTitle} />
}
