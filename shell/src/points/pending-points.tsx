import { formatNumber } from '@griot/ui/format'

/** Response of the last heartbeat: the points that the open session earned and is not credited yet, and the balance. */
export interface PendingPoints {
  pending: number
  total: number
}

/** In the query cache, where the player puts it; null while no session has reported. */
export const PENDING_POINTS = ['pending-points']

/** "87 + 3". Screen readers read "87 and 3 pending"; the caller adds the unit. */
export function PointsCount({ total, pending }: PendingPoints) {
  if (pending === 0) return formatNumber(total)
  return (
    <>
      {formatNumber(total)} {/* A new key restarts the animation, so that each new point is visible. */}
      <span key={pending} className="points-pending" aria-hidden="true">
        + {formatNumber(pending)}
      </span>
      <span className="g-visually-hidden">and {formatNumber(pending)} pending</span>
    </>
  )
}
