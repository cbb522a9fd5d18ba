import type { PointsHistoryEntry } from '@griot/contracts/points'
import { formatAgo, formatDate } from '@griot/ui/format'
import { Link } from 'react-router-dom'
import { Earned, Row } from './row-list.tsx'

const placeOf = ({ episodeId, podcastId }: PointsHistoryEntry) => {
  if (episodeId) return `/episode/${episodeId}`
  return podcastId ? `/podcast/${podcastId}` : null
}

/** One entry of the ledger: why, when, how much, and the way to what it was for. */
export function LedgerRow({ entry }: { entry: PointsHistoryEntry }) {
  const place = placeOf(entry)
  return (
    <Row
      title={
        place ? (
          <Link to={place} className="rewards:hover:underline">
            {entry.description}
          </Link>
        ) : (
          entry.description
        )
      }
      facts={
        <time dateTime={entry.createdAt}>
          {formatDate(entry.createdAt)} · {formatAgo(entry.createdAt)}
        </time>
      }
      end={<Earned points={entry.points} />}
    />
  )
}
