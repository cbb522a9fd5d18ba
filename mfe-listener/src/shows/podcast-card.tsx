import type { Podcast } from '@griot/contracts/catalog/podcasts'
import { Cover } from '@griot/ui/cover'
import { formatNumber } from '@griot/ui/format'
import Headphones from 'lucide-react/icons/headphones'
import { Link } from 'react-router-dom'
import { ListenButton } from './listen-button.tsx'

interface PodcastCardProps {
  podcast: Podcast
  /** Position in the charts. Shown next to the title, because it would hide text on the cover. */
  rank?: number
  eager?: boolean
}

/** A podcast with its cover. The whole card links to the podcast; the button plays it. */
export function PodcastCard({ podcast, rank, eager = false }: PodcastCardProps) {
  return (
    <article className="listener:group listener:relative listener:flex listener:h-full listener:flex-col listener:gap-3">
      <Cover
        id={podcast.id}
        title={podcast.title}
        src={podcast.coverImage}
        eager={eager}
        className="listener:shadow-m listener:transition-transform listener:duration-200 listener:group-hover:-translate-y-1"
      />
      <div className="listener:flex listener:min-w-0 listener:flex-1 listener:gap-3">
        {rank !== undefined && <RankBadge rank={rank} />}
        <div className="listener:min-w-0">
          <h3 className="listener:line-clamp-3 listener:text-lg listener:wrap-anywhere listener:leading-tight">
            <Link
              to={`/podcast/${podcast.id}`}
              className="listener:after:absolute listener:after:inset-0 listener:after:rounded-m listener:focus-visible:outline-none listener:focus-visible:after:outline-3 listener:focus-visible:after:outline-offset-2"
            >
              {podcast.title}
            </Link>
          </h3>
          <p className="listener:mt-1 listener:line-clamp-2 listener:text-sm listener:wrap-anywhere listener:text-muted">
            {podcast.hostName}
          </p>
        </div>
      </div>
      <div className="listener:flex listener:flex-wrap listener:items-center listener:justify-between listener:gap-2">
        <span className="listener:relative listener:z-10">
          <ListenButton podcast={podcast} />
        </span>
        {podcast.listeners > 0 && (
          <span className="listener:flex listener:items-center listener:gap-1 listener:text-sm listener:text-muted listener:tabular-nums">
            <Headphones size={15} aria-hidden="true" />
            <span className="g-visually-hidden">Listeners: </span>
            {formatNumber(podcast.listeners)}
          </span>
        )}
      </div>
    </article>
  )
}

function RankBadge({ rank }: { rank: number }) {
  return (
    <span className="listener:grid listener:size-9 listener:flex-none listener:place-items-center listener:rounded-full listener:bg-ink listener:font-display listener:text-lg listener:font-extrabold listener:text-page listener:tabular-nums">
      <span className="g-visually-hidden">Number </span>
      {rank}
    </span>
  )
}
