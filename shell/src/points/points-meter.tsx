import { GetPoints, LEVEL_STEP } from '@griot/contracts/points'
import type { User } from '@griot/contracts/user'
import { read } from '@griot/shell-sdk/read'
import { Progress } from '@griot/ui/progress'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { PENDING_POINTS, type PendingPoints, PointsCount } from './pending-points.tsx'

const myPoints = read(GetPoints, { params: { id: 'me' } })

/** The points on the server; until they have loaded, those of the session. */
const usePoints = (user: User) => {
  const { data } = useQuery(myPoints)
  const total = data?.totalPoints ?? user.points
  const { data: points } = useQuery<PendingPoints | null>({ queryKey: PENDING_POINTS, enabled: false })
  // The balance may be older or newer than the heartbeat. The sum is the same, so a credit never shows points twice.
  const pending = data && points ? Math.max(0, points.total + points.pending - data.totalPoints) : 0
  return {
    total,
    pending,
    level: data?.level ?? user.level,
    levelName: data?.levelName,
    /** A new person sees no zeros. */
    hasNone: total === 0 && pending === 0,
    isHidden: data?.hidePoints ?? false,
  }
}

export function PointsMeter({ user }: { user: User }) {
  const { total, pending, level, levelName, hasNone, isHidden } = usePoints(user)
  if (isHidden) return null
  const progress = total === null ? 0 : total % LEVEL_STEP
  return (
    <Link to="/points" className="points-meter">
      <span className="flex items-baseline justify-between gap-2">
        {!hasNone && (
          <span className="font-display text-2xl font-extrabold tabular-nums">
            {total === null ? '–' : <PointsCount total={total} pending={pending} />}{' '}
            <span className="font-text text-sm font-semibold">{total === 1 ? 'point' : 'points'}</span>
          </span>
        )}
        {level !== null && <span className="text-sm font-semibold">Level {level}</span>}
      </span>
      {!hasNone && (
        <Progress
          label="Progress to the next level"
          value={(progress / LEVEL_STEP) * 100}
          valueText={`${progress} of ${LEVEL_STEP} points`}
          tone="points"
          className="mt-2"
        />
      )}
      {/* Reserves the line before the name has loaded. */}
      <span className="mt-1.5 block min-h-lh text-sm text-muted">{levelName}</span>
    </Link>
  )
}

export function PointsChip({ user }: { user: User }) {
  const { total, pending, level, hasNone, isHidden } = usePoints(user)
  if (total === null || hasNone || isHidden) return null
  return (
    <Link to="/points" className="points-chip">
      <PointsCount total={total} pending={pending} />{' '}
      <span className="font-medium" aria-hidden="true">
        pts
      </span>
      <span className="g-visually-hidden">
        {total === 1 ? 'point' : 'points'}
        {level !== null && `, level ${level}`}
      </span>
    </Link>
  )
}
