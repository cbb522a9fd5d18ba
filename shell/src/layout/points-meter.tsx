import { GetPoints, LEVEL_STEP } from '@griot/contracts/points'
import type { User } from '@griot/contracts/user'
import { read } from '@griot/shell-sdk/read'
import { formatNumber } from '@griot/ui/format'
import { Progress } from '@griot/ui/progress'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

const myPoints = read(GetPoints, { params: { id: 'me' } })

/** Points as the server has them now; until it has answered, those that came with the session. */
const usePoints = (user: User) => {
  const { data } = useQuery(myPoints)
  const total = data?.totalPoints ?? user.points
  return { total, level: data?.level ?? user.level, levelName: data?.levelName, isHidden: data?.hidePoints ?? false }
}

/** The points of the signed-in person, the level, and how far the next one is. */
export function PointsMeter({ user }: { user: User }) {
  const { total, level, levelName, isHidden } = usePoints(user)
  if (isHidden) return null
  const progress = total === null ? 0 : total % LEVEL_STEP
  return (
    <Link to="/points" className="points-meter">
      <span className="flex items-baseline justify-between gap-2">
        <span className="font-display text-2xl font-extrabold tabular-nums">
          {total === null ? '–' : formatNumber(total)}{' '}
          <span className="font-text text-sm font-semibold">{total === 1 ? 'point' : 'points'}</span>
        </span>
        {level !== null && <span className="text-sm font-semibold">Level {level}</span>}
      </span>
      <Progress
        label="Progress to the next level"
        value={(progress / LEVEL_STEP) * 100}
        valueText={`${progress} of ${LEVEL_STEP} points`}
        tone="points"
        className="mt-2"
      />
      {/* Its line is there before the name is. */}
      <span className="mt-1.5 block min-h-lh text-sm text-muted">{levelName}</span>
    </Link>
  )
}

/** The same in the corner of a phone. */
export function PointsChip({ user }: { user: User }) {
  const { total, level, isHidden } = usePoints(user)
  if (total === null || isHidden) return null
  return (
    <Link to="/points" className="points-chip">
      {formatNumber(total)}{' '}
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
