import type { Podcast } from '@griot/contracts/catalog/podcasts'
import { Skeleton } from '@griot/ui/skeleton'
import { PodcastCard } from './podcast-card.tsx'

// Two on a phone, or one when the text is so large that a card's button would not fit in half of it.
const FEW = 'listener:grid-cols-[repeat(auto-fill,minmax(min(100%,max(8rem,40%)),1fr))]'

const COLUMNS = {
  /** A row of four on wide screens; fewer when the text is so large that a card's button would not fit. */
  four: 'listener:lg:grid-cols-[repeat(auto-fill,minmax(max(8.5rem,20%),1fr))]',
  /** As many as fit well. */
  many: 'listener:sm:grid-cols-3 listener:lg:grid-cols-[repeat(auto-fill,minmax(max(8.5rem,16%),1fr))]',
  six: 'listener:sm:grid-cols-3 listener:xl:grid-cols-6',
} as const

const gridLook = (columns: keyof typeof COLUMNS) =>
  `listener:grid ${FEW} listener:gap-x-4 listener:gap-y-8 listener:sm:gap-x-6 ${COLUMNS[columns]}`

interface PodcastGridProps {
  podcasts: readonly Podcast[]
  columns?: keyof typeof COLUMNS
  ranked?: boolean
  eager?: boolean
}

export function PodcastGrid({ podcasts, columns = 'many', ranked = false, eager = false }: PodcastGridProps) {
  return (
    <ul className={gridLook(columns)}>
      {podcasts.map((podcast, at) => (
        <li key={podcast.id}>
          <PodcastCard podcast={podcast} eager={eager} {...(ranked && { rank: at + 1 })} />
        </li>
      ))}
    </ul>
  )
}

export function PodcastGridSkeleton({ count, columns = 'many' }: { count: number; columns?: keyof typeof COLUMNS }) {
  return (
    <div className={gridLook(columns)}>
      <p className="g-visually-hidden listener:col-span-full">Loading podcasts</p>
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
}
