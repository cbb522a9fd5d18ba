import { LEVEL_STEP } from '@griot/contracts/points'
import { formatNumber, formatPoints } from '@griot/ui/format'
import { LoadFailed } from '@griot/ui/load-failed'
import { Progress } from '@griot/ui/progress'
import { Skeleton } from '@griot/ui/skeleton'
import { Link } from 'react-router-dom'
import { usePoints } from '../points.ts'

const LOOK = 'listener:rounded-l listener:bg-points-wash listener:p-5 listener:sm:p-7'

/** Points, level, and how far the next one is. */
export function LevelPanel() {
  const points = usePoints()

  if (points.isPending) {
    return (
      <div className={LOOK}>
        <p className="g-visually-hidden">Loading your points</p>
        <Skeleton width="10rem" height="3.25rem" />
        <Skeleton height="0.5rem" className="listener:mt-6" />
        <Skeleton width="14rem" className="listener:mt-2" />
      </div>
    )
  }
  if (points.isError) return <LoadFailed what="your points" onRetry={points.refetch} />

  if (points.data.hidePoints) return null

  const { totalPoints, level, levelName, pointsToNextLevel } = points.data
  return (
    <section aria-label="Your level" className={LOOK}>
      <div className="listener:flex listener:flex-wrap listener:items-end listener:justify-between listener:gap-x-6 listener:gap-y-2">
        <p className="listener:font-display listener:text-5xl listener:leading-none listener:font-extrabold listener:text-points listener:tabular-nums">
          {formatNumber(totalPoints)}
          <span className="listener:ms-2 listener:text-lg listener:font-bold">points</span>
        </p>
        <p className="listener:text-lg">
          <strong>Level {level}</strong> · {levelName}
        </p>
      </div>
      <Progress
        label="Progress to the next level"
        value={((LEVEL_STEP - pointsToNextLevel) / LEVEL_STEP) * 100}
        valueText={`${formatPoints(pointsToNextLevel)} to level ${level + 1}`}
        tone="points"
        className="listener:mt-5"
      />
      <p className="listener:mt-2 listener:flex listener:flex-wrap listener:justify-between listener:gap-x-4 listener:text-sm">
        <span>
          {formatPoints(pointsToNextLevel)} to level {level + 1}
        </span>
        <Link to="/points" className="listener:font-semibold listener:underline">
          How points work
        </Link>
      </p>
    </section>
  )
}
