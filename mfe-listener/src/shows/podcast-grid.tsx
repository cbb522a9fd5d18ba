import type { Podcast } from '@griot/contracts/catalog/podcasts'
import { QueryStates, type QueryStatesProps } from '@griot/ui/query-states'
import { Skeleton } from '@griot/ui/skeleton'
import { PodcastCard } from './podcast-card.tsx'

// Two columns on a phone; one if the text is so large that a card's button does not fit into half of the width.
const FEW = 'listener:grid-cols-[repeat(auto-fill,minmax(min(100%,max(8rem,40%)),1fr))]'

const COLUMNS = {
  /** Four columns on wide screens; fewer if the text is so large that a card's button does not fit. */
  four: 'listener:lg:grid-cols-[repeat(auto-fill,minmax(max(8.5rem,20%),1fr))]',
  many: 'listener:sm:grid-cols-3 listener:lg:grid-cols-[repeat(auto-fill,minmax(max(8.5rem,16%),1fr))]',
  six: 'listener:sm:grid-cols-3 listener:xl:grid-cols-6',
} as const

interface PodcastGridProps extends Pick<QueryStatesProps<Podcast[]>, 'query' | 'what' | 'empty'> {
  /** Number of cards in the skeleton. */
  count: number
  columns?: keyof typeof COLUMNS
  ranked?: boolean
  eager?: boolean
}

export function PodcastGrid({
  query,
  what,
  empty,
  count,
  columns = 'many',
  ranked = false,
  eager = false,
}: PodcastGridProps) {
  const look = `listener:grid ${FEW} listener:gap-x-4 listener:gap-y-8 listener:sm:gap-x-6 ${COLUMNS[columns]}`
  const skeleton = (
    <div className={look}>
      {Array.from({ length: count }, (_, at) => `card ${at}`).map((card) => (
        <div key={card} className="listener:grid listener:content-start listener:gap-3">
          <Skeleton shape="cover" />
          <Skeleton height="1.25rem" />
          <Skeleton width="60%" height="0.875rem" />
          <Skeleton width="6rem" height="2.25rem" />
        </div>
      ))}
    </div>
  )
  return (
    <QueryStates query={query} what={what} empty={empty} skeleton={skeleton}>
      {(podcasts) => (
        <ul className={look}>
          {podcasts.map((podcast, at) => (
            <li key={podcast.id}>
              <PodcastCard podcast={podcast} eager={eager} {...(ranked && { rank: at + 1 })} />
            </li>
          ))}
        </ul>
      )}
    </QueryStates>
  )
}
