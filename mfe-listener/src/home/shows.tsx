import { buttonLook } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import { Section } from '@griot/ui/section'
import Mic from 'lucide-react/icons/mic'
import { Link } from 'react-router-dom'
import { SeeAll } from '../see-all.tsx'
import { POPULAR_SHOWN, usePodcasts } from '../shows/api.ts'
import { PodcastGrid } from '../shows/podcast-grid.tsx'
import { MOST_TAKEN, usePopularShows } from './api.ts'

const MORE_SHOWN = 6

interface ShowsProps {
  /** Shows that are on the page already; undefined while unknown. */
  taken: readonly (string | undefined)[] | undefined
}

/** Popular shows, then new ones. Each show appears once. */
export function Shows({ taken }: ShowsProps) {
  const popular = usePopularShows()
  const newest = usePodcasts(MORE_SHOWN + POPULAR_SHOWN + MOST_TAKEN)
  const featured = taken && popular.data?.filter(({ id }) => !taken.includes(id)).slice(0, POPULAR_SHOWN)
  const areFeaturedKnown = featured !== undefined || popular.isError
  const more =
    taken && areFeaturedKnown
      ? newest.data?.filter(({ id }) => !taken.includes(id) && !featured?.some((show) => show.id === id))
      : undefined
  return (
    <>
      {featured?.length === 0 && popular.data?.length !== 0 ? null : (
        <Section
          title="Featured Podcasts"
          size="large"
          aside={<SeeAll to="/discover?category=trending" what="trending podcasts" />}
        >
          <PodcastGrid
            query={{ ...popular, data: featured }}
            what="the featured podcasts"
            count={POPULAR_SHOWN}
            columns="four"
            eager
            empty={<NoShows />}
          />
        </Section>
      )}
      {more?.length === 0 ? null : (
        <Section title="Discover More" size="large" aside={<SeeAll to="/discover" what="podcasts" />}>
          <PodcastGrid
            query={{ ...newest, data: more?.slice(0, MORE_SHOWN) }}
            what="more podcasts"
            count={MORE_SHOWN}
            columns="six"
          />
        </Section>
      )}
    </>
  )
}

function NoShows() {
  return (
    <EmptyState
      title="No podcasts yet"
      icon={<Mic />}
      action={
        <Link to="/admin" {...buttonLook({ look: 'primary' })}>
          Create a podcast
        </Link>
      }
    >
      No podcast has been published yet. Yours could be the first.
    </EmptyState>
  )
}
