import { Button, buttonLook } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import { LoadFailed } from '@griot/ui/load-failed'
import { Screen } from '@griot/ui/screen'
import Search from 'lucide-react/icons/search'
import { type Ref, useRef } from 'react'
import { Link } from 'react-router-dom'
import { counted } from '../labels.ts'
import { Section } from '../section.tsx'
import { ShowMore } from '../show-more.tsx'
import { POPULAR_SHOWN, usePopular } from '../shows/api.ts'
import { PodcastGrid, PodcastGridSkeleton } from '../shows/podcast-grid.tsx'
import { type Shelf, useShelf, type Wish } from './api.ts'
import { FoundEpisodes } from './found-episodes.tsx'
import { PointsBanner } from './points-banner.tsx'
import { ShelfButtons } from './shelf-buttons.tsx'
import { useWish } from './use-wish.ts'

export function DiscoverScreen() {
  const { wish, typed, type, choose, clear } = useWish()
  const isBrowsing = wish.shelf === 'all' && wish.search === ''
  const box = useRef<HTMLInputElement>(null)
  const handleClear = () => {
    clear()
    // The button goes with what it has cleared.
    box.current?.focus()
  }

  return (
    <Screen title="Discover" intro="Independent voices worth your time. Start anywhere.">
      <div className="listener:grid listener:grid-cols-[minmax(0,1fr)] listener:gap-5">
        <SearchBox ref={box} value={typed} onType={type} />
        <ShelfButtons chosen={wish.shelf} onChoose={choose} />
        <PointsBanner />
      </div>
      <div className="listener:mt-10">
        {isBrowsing && <Trending />}
        <AllPodcasts wish={wish} onClear={handleClear} />
        {wish.shelf === 'all' && wish.search !== '' && <FoundEpisodes search={wish.search} />}
      </div>
    </Screen>
  )
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
        size={20}
        aria-hidden="true"
        className="listener:pointer-events-none listener:absolute listener:start-4 listener:top-1/2 listener:-translate-y-1/2 listener:text-muted"
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

function Trending() {
  const popular = usePopular(POPULAR_SHOWN)
  if (popular.data?.length === 0) return null
  return (
    <Section title="Trending This Week">
      {popular.isPending && <PodcastGridSkeleton count={POPULAR_SHOWN} columns="four" />}
      {popular.isError && <LoadFailed what="what is trending" onRetry={popular.refetch} />}
      {popular.data && <PodcastGrid podcasts={popular.data} columns="four" ranked eager />}
    </Section>
  )
}

const shelfTitle = (shelf: Shelf) => `${shelf.charAt(0).toUpperCase()}${shelf.slice(1)} Podcasts`

function AllPodcasts({ wish, onClear }: { wish: Wish; onClear: () => void }) {
  const shelf = useShelf(wish)
  const podcasts = shelf.data
  const count = podcasts?.length ?? 0

  return (
    <Section
      title={shelfTitle(wish.shelf)}
      aside={
        <p role="status" className="listener:text-muted listener:tabular-nums">
          {podcasts && (shelf.hasNextPage ? `${count}+ podcasts` : counted(count, 'podcast'))}
        </p>
      }
    >
      {shelf.isPending && <PodcastGridSkeleton count={10} />}
      {shelf.isLoadingError && <LoadFailed what="the podcasts" onRetry={shelf.refetch} />}
      {podcasts && count === 0 && (
        <NothingFound isFiltered={wish.shelf !== 'all' || wish.search !== ''} onClear={onClear} />
      )}
      {podcasts && count > 0 && (
        <>
          <PodcastGrid podcasts={podcasts} ranked={wish.shelf === 'trending' && wish.search === ''} />
          {/* Episodes follow what was searched for: they must stay within reach. */}
          <ShowMore pages={shelf} what="podcasts" onlyWhenAsked={wish.search !== ''} />
        </>
      )}
    </Section>
  )
}

function NothingFound({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const action = isFiltered ? (
    <Button look="secondary" onClick={onClear}>
      Clear Search
    </Button>
  ) : (
    <Link to="/admin" {...buttonLook({ look: 'secondary' })}>
      Create a podcast
    </Link>
  )
  return (
    <EmptyState title="No podcasts found" icon={<Search />} action={action}>
      {isFiltered
        ? 'Try another word, a host’s name, or a wider category.'
        : 'Nobody has published anything yet. The first voice could be yours.'}
    </EmptyState>
  )
}
