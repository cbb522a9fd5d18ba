import type { Episode } from '@griot/contracts/catalog/episodes'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { Link } from 'react-router-dom'
import { useNeighbours } from '../shows/api.ts'

const LOOK =
  'listener:flex listener:min-w-0 listener:items-center listener:gap-3 listener:rounded-l listener:border listener:border-line listener:p-4 listener:hover:bg-raised listener:[&_svg]:flex-none'

/** The ways to the episodes before and after this one; nothing while they are not known, and nothing in their place. */
export function Neighbours({ episode }: { episode: Episode }) {
  const { data: { previous, next } = {} } = useNeighbours(episode.id)
  if (!previous && !next) return null
  return (
    <nav
      aria-label="Other episodes"
      className="listener:mt-12 listener:grid listener:gap-3 listener:sm:grid-cols-2 listener:sm:gap-4"
    >
      {previous && (
        <Link to={`/episode/${previous.id}`} className={LOOK}>
          <ArrowLeft aria-hidden="true" size={20} />
          <Named relation="Previous episode" title={previous.title} />
        </Link>
      )}
      {next && (
        <Link
          to={`/episode/${next.id}`}
          className={`${LOOK} listener:justify-end listener:text-end listener:sm:col-start-2`}
        >
          <Named relation="Next episode" title={next.title} />
          <ArrowRight aria-hidden="true" size={20} />
        </Link>
      )}
    </nav>
  )
}

function Named({ relation, title }: { relation: string; title: string }) {
  return (
    <span className="listener:min-w-0">
      <span className="listener:block listener:text-sm listener:text-muted">{relation}</span>{' '}
      <span className="listener:line-clamp-3 listener:font-display listener:wrap-anywhere listener:leading-tight listener:font-bold">
        {title}
      </span>
    </span>
  )
}
