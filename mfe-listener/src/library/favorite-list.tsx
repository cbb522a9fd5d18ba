import { Cover } from '@griot/ui/cover'
import { Skeleton } from '@griot/ui/skeleton'
import Heart from 'lucide-react/icons/heart'
import { Link } from 'react-router-dom'
import { PagedList } from '../paged-list.tsx'
import { useListedPodcast } from '../shows/api.ts'
import { useFavorites } from './api.ts'
import { EmptyList } from './list-parts.tsx'

const GRID =
  'listener:grid listener:grid-cols-[repeat(auto-fill,minmax(min(100%,max(8rem,40%)),1fr))] listener:gap-4 listener:sm:grid-cols-3 listener:sm:gap-6 listener:lg:grid-cols-5'

export function FavoriteList() {
  const empty = (
    <EmptyList title="No favorites yet" icon={<Heart />} of="podcasts">
      Press the heart on a podcast to see it here.
    </EmptyList>
  )
  return (
    <PagedList
      pages={useFavorites()}
      what="your favorites"
      more="favorites"
      loadsOnScroll={false}
      className={GRID}
      skeleton={
        <div className={GRID}>
          <Skeleton shape="cover" count={3} />
        </div>
      }
      empty={empty}
    >
      {({ id, podcastId }) => <FavoriteTile key={id} podcastId={podcastId} />}
    </PagedList>
  )
}

function FavoriteTile({ podcastId }: { podcastId: string }) {
  const podcast = useListedPodcast(podcastId)
  if (podcast.isPending) {
    return (
      <li>
        <Skeleton shape="cover" />
      </li>
    )
  }
  const title = podcast.data?.title ?? (podcast.isError ? 'This podcast did not load' : 'No longer available')
  return (
    <li>
      <Link to={`/podcast/${podcastId}`} className="listener:group listener:block">
        <Cover id={podcastId} title={title} src={podcast.data?.coverImage} className="listener:shadow-m" />
        <span className="listener:mt-2 listener:line-clamp-3 listener:font-display listener:text-balance listener:wrap-anywhere listener:leading-tight listener:font-bold listener:group-hover:underline">
          {title}
        </span>
        <span className="listener:block listener:text-sm listener:wrap-anywhere listener:text-muted">
          {podcast.data?.hostName}
        </span>
      </Link>
    </li>
  )
}
