import { useShell, useStore } from '@griot/shell-sdk/react'
import { buttonLook } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import { LoadFailed } from '@griot/ui/load-failed'
import { Screen } from '@griot/ui/screen'
import Mic from 'lucide-react/icons/mic'
import { Link } from 'react-router-dom'
import { Section } from '../section.tsx'
import { SeeAll } from '../see-all.tsx'
import { POPULAR_SHOWN, usePodcasts, usePopular } from '../shows/api.ts'
import { PodcastGrid, PodcastGridSkeleton } from '../shows/podcast-grid.tsx'
import { ContinueRow } from './continue-row.tsx'
import { nameFor, partOfDay, quoteFor } from './greeting.ts'
import { LevelPanel } from './level-panel.tsx'
import { StatCards } from './stat-cards.tsx'
import { WeekBonus } from './week-bonus.tsx'

const MORE_SHOWN = 6

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
      <div className="listener:grid listener:grid-cols-[minmax(0,1fr)] listener:gap-3 listener:sm:gap-4">
        <LevelPanel />
        <StatCards />
        <WeekBonus />
      </div>
      <div className="listener:mt-12">
        <ContinueRow />
        <Featured />
        <More />
      </div>
    </Screen>
  )
}

function Featured() {
  const popular = usePopular(POPULAR_SHOWN)
  return (
    <Section title="Featured Podcasts" aside={<SeeAll to="/discover?category=trending" what="trending podcasts" />}>
      {popular.isPending && <PodcastGridSkeleton count={POPULAR_SHOWN} columns="four" />}
      {popular.isError && <LoadFailed what="the featured podcasts" onRetry={popular.refetch} />}
      {popular.data?.length === 0 && (
        <EmptyState
          title="The stage is empty"
          icon={<Mic />}
          action={
            <Link to="/admin" {...buttonLook({ look: 'primary' })}>
              Create a podcast
            </Link>
          }
        >
          Nobody has published anything yet. The first voice could be yours.
        </EmptyState>
      )}
      {popular.data && <PodcastGrid podcasts={popular.data} columns="four" eager />}
    </Section>
  )
}

function More() {
  const podcasts = usePodcasts(MORE_SHOWN)
  if (podcasts.data?.length === 0) return null
  return (
    <Section title="Discover More" aside={<SeeAll to="/discover" what="podcasts" />}>
      {podcasts.isPending && <PodcastGridSkeleton count={MORE_SHOWN} columns="six" />}
      {podcasts.isError && <LoadFailed what="more podcasts" onRetry={podcasts.refetch} />}
      {podcasts.data && <PodcastGrid podcasts={podcasts.data} columns="six" />}
    </Section>
  )
}
