import type { PointsRules } from '@griot/contracts/points'
import { usePointsHidden } from '@griot/shell-sdk/points-hidden'
import { isSearchRequest } from '@griot/shell-sdk/search-request'
import { buttonLook } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import { capitalized, counted } from '@griot/ui/format'
import { Screen } from '@griot/ui/screen'
import { Section } from '@griot/ui/section'
import { ShowMore } from '@griot/ui/show-more'
import Coins from 'lucide-react/icons/coins'
import Search from 'lucide-react/icons/search'
import { type Ref, type RefObject, useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { ChoiceButtons } from '../choice-buttons.tsx'
import { usePointsRules } from '../points.ts'
import {
  POPULAR_SHOWN,
  type Shelf,
  useCategories,
  useFeatured,
  usePodcasts,
  useShelf,
  useTrending,
} from '../shows/api.ts'
import { PodcastGrid } from '../shows/podcast-grid.tsx'
import { SearchResults } from './search-results.tsx'
import { useFilter } from './use-filter.ts'

export function DiscoverScreen() {
  const { filter, typed, type, choose, clear } = useFilter()
  const box = useRef<HTMLInputElement>(null)
  useFocusOnRequest(box)
  const handleClear = () => {
    clear()
    // The pressed button disappears, so move the focus.
    box.current?.focus()
  }

  return (
    <Screen title="Discover" intro="Independent voices worth your time. Start anywhere.">
      <div className="listener:grid listener:grid-cols-[minmax(0,1fr)] listener:gap-5">
        <SearchBox ref={box} value={typed} onType={type} />
        {filter.search !== '' ? (
          <SearchResults search={filter.search} onClear={handleClear} />
        ) : (
          <>
            <ShelfButtons chosen={filter.shelf} onChoose={choose} />
            <PointsBanner />
          </>
        )}
      </div>
      {filter.search === '' && (
        <div className="listener:mt-10 listener:grid listener:grid-cols-[minmax(0,1fr)] listener:gap-12">
          {filter.shelf === 'all' && <FirstShows />}
          <AllPodcasts shelf={filter.shelf} />
        </div>
      )}
    </Screen>
  )
}

/** Focuses the search box when the shell opens the page by the search key. */
const useFocusOnRequest = (box: RefObject<HTMLInputElement | null>) => {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const isRequested = isSearchRequest(state)
  useEffect(() => {
    if (!isRequested) return
    box.current?.focus()
    box.current?.select()
    // The history entry keeps its state: without this, a reload and Back would focus the box again.
    navigate({ search }, { replace: true })
  }, [box, isRequested, search, navigate])
}

interface SearchBoxProps {
  ref: Ref<HTMLInputElement>
  value: string
  onType: (text: string) => void
}

function SearchBox({ ref, value, onType }: SearchBoxProps) {
  return (
    <search className="listener:relative">
      <Search
        aria-hidden="true"
        className="listener:size-5 listener:pointer-events-none listener:absolute listener:start-4 listener:top-1/2 listener:-translate-y-1/2 listener:text-muted"
      />
      <input
        ref={ref}
        type="search"
        aria-label="Search podcasts"
        placeholder="Search podcasts, hosts, or topics..."
        value={value}
        maxLength={200}
        onChange={(event) => onType(event.target.value)}
        className="g-input listener:min-h-13 listener:rounded-full listener:ps-12"
      />
    </search>
  )
}

const FEATURED_SHOWN = 4

/** Shown even without podcasts. */
const FIRST_SHELVES: readonly Shelf[] = ['all', 'trending', 'business', 'culture', 'education']

function ShelfButtons({ chosen, onChoose }: { chosen: Shelf; onChoose: (shelf: Shelf) => void }) {
  const { data: categories = [] } = useCategories()
  const choices = [...new Set([...FIRST_SHELVES, ...categories, chosen])].map((id) => ({
    id,
    label: id === 'all' ? 'All Podcasts' : capitalized(id),
  }))
  return <ChoiceButtons label="Category" choices={choices} chosen={chosen} onChoose={onChoose} />
}

/** Before the rules load, numbers as wide as the real ones, so that the list does not change its height. */
const earnings = (rules?: PointsRules) => [
  { points: `+${rules?.perStart ?? 0}`, action: 'start an episode' },
  { points: `+${rules?.perMinute ?? 0}`, action: 'every minute' },
  { points: `+${rules?.completion.points ?? 10}`, action: 'finish it' },
  { points: `+${rules?.weekly.points ?? 10}`, action: `finish ${rules?.weekly.episodes ?? 0} in a week` },
  { points: `${rules?.tip.pointsPerDollar ?? 0}×`, action: 'per dollar tipped' },
]

/** Lists the points of each action, from the rules of the server. Renders nothing if they do not load. */
function PointsBanner() {
  const rules = usePointsRules()
  const isHidden = usePointsHidden()
  if (rules.isError || isHidden) return null

  return (
    <aside
      aria-label="Earn points"
      className="listener:grid listener:gap-2 listener:rounded-l listener:bg-points-wash listener:px-5 listener:py-4"
    >
      <p className="listener:flex listener:items-center listener:gap-2 listener:font-display listener:text-lg listener:font-bold">
        <Coins size={22} aria-hidden="true" className="listener:text-points" />
        Earn points as you listen
      </p>
      {rules.isPending ? (
        <div aria-hidden="true" className="g-skeleton listener:h-auto listener:*:invisible">
          <Earnings />
        </div>
      ) : (
        <Earnings rules={rules.data} />
      )}
    </aside>
  )
}

function Earnings({ rules }: { rules?: PointsRules }) {
  return (
    <ul className="listener:flex listener:flex-wrap listener:gap-x-5 listener:gap-y-1">
      {earnings(rules).map(({ points, action }) => (
        <li key={action}>
          <strong className="listener:text-points listener:tabular-nums">{points}</strong> {action}
        </li>
      ))}
    </ul>
  )
}

/** The shows that admins feature, if any, then the trending ones. */
function FirstShows() {
  const featured = useFeatured(FEATURED_SHOWN)
  const isKnown = featured.data !== undefined || featured.isError
  const isFeatured = featured.data !== undefined && featured.data.length > 0
  return (
    <>
      {isFeatured && (
        <Section title="Featured" size="large">
          <PodcastGrid query={featured} what="the featured podcasts" count={FEATURED_SHOWN} columns="four" eager />
        </Section>
      )}
      <Trending isPlaced={isKnown} />
    </>
  )
}

/** The trending podcasts, or new ones if no podcast has had a listener in the last seven days. */
function Trending({ isPlaced }: { isPlaced: boolean }) {
  const loaded = useTrending(POPULAR_SHOWN)
  // Before it is known whether a section precedes this one, nothing may be shown: it would move.
  const trending = { ...loaded, data: isPlaced ? loaded.data : undefined }
  const isQuiet = trending.data?.length === 0
  const newest = usePodcasts(POPULAR_SHOWN, isQuiet)
  if (isQuiet && newest.data?.length === 0) return null
  return (
    <Section title={isQuiet ? 'New Shows' : 'Trending This Week'} size="large">
      <PodcastGrid
        query={isQuiet ? newest : trending}
        what="the trending podcasts"
        count={POPULAR_SHOWN}
        columns="four"
        ranked={!isQuiet}
        eager
      />
    </Section>
  )
}

function AllPodcasts({ shelf }: { shelf: Shelf }) {
  const podcasts = useShelf(shelf)
  const count = podcasts.data?.length ?? 0

  return (
    <Section
      size="large"
      title={`${capitalized(shelf)} Podcasts`}
      aside={
        <p role="status" className="listener:text-muted listener:tabular-nums">
          {podcasts.data && (podcasts.hasNextPage ? `${count}+ podcasts` : counted(count, 'podcast'))}
        </p>
      }
    >
      <PodcastGrid
        query={podcasts}
        what="the podcasts"
        count={10}
        ranked={shelf === 'trending'}
        empty={<EmptyShelf shelf={shelf} />}
      />
      <ShowMore pages={podcasts} what="podcasts" onScroll />
    </Section>
  )
}

const EMPTY: Partial<Record<Shelf, string>> = {
  all: 'No podcast has been published yet. Yours could be the first.',
  trending: 'No podcast has had a listener in the last seven days.',
}

function EmptyShelf({ shelf }: { shelf: Shelf }) {
  const action =
    shelf === 'all' ? (
      <Link to="/admin" {...buttonLook({ look: 'secondary' })}>
        Create a podcast
      </Link>
    ) : (
      <Link to="/discover" {...buttonLook({ look: 'secondary' })}>
        All podcasts
      </Link>
    )
  return (
    <EmptyState title="No podcasts found" icon={<Search />} action={action}>
      {EMPTY[shelf] ?? 'This category has no podcast yet.'}
    </EmptyState>
  )
}
