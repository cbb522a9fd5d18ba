import { LEVEL_STEP } from '@griot/contracts/points'
import { formatNumber, formatPoints } from '@griot/ui/format'
import { LoadFailed } from '@griot/ui/load-failed'
import { Progress } from '@griot/ui/progress'
import { Skeleton } from '@griot/ui/skeleton'
import type { ReactNode } from 'react'
import { usePoints } from '../api.ts'

const LOOK = 'rewards:rounded-l rewards:bg-points-wash rewards:p-5 rewards:sm:p-7'

/** Total, level with its name, and how far the next one is. */
export function LevelPanel({ aside }: { aside?: ReactNode }) {
  const points = usePoints()

  if (points.isPending) {
    return (
      <div className={LOOK}>
        <p className="g-visually-hidden">Loading your points</p>
        <Skeleton width="12rem" height="4rem" />
        <Skeleton height="0.5rem" className="rewards:mt-6" />
        <Skeleton width="10rem" className="rewards:mt-2" />
      </div>
    )
  }
  if (points.isError) return <LoadFailed what="your points" onRetry={points.refetch} />

  const { totalPoints, level, levelName, pointsToNextLevel } = points.data
  const reached = LEVEL_STEP - pointsToNextLevel
  return (
    <section aria-label="Total Points" className={LOOK}>
      <div className="rewards:flex rewards:flex-wrap rewards:items-end rewards:justify-between rewards:gap-x-6 rewards:gap-y-3">
        <div>
          <p className="rewards:font-semibold">Total Points</p>
          <p className="rewards:font-display rewards:text-6xl rewards:leading-none rewards:font-extrabold rewards:text-points rewards:tabular-nums rewards:sm:text-7xl">
            {formatNumber(totalPoints)}
          </p>
        </div>
        <p className="rewards:text-lg">
          <strong className="rewards:font-display rewards:text-2xl">Level {level}</strong>
          <span className="rewards:block">{levelName}</span>
          {aside}
        </p>
      </div>
      <Progress
        label="Level Progress"
        value={(reached / LEVEL_STEP) * 100}
        valueText={`${reached} of ${LEVEL_STEP} to level ${level + 1}`}
        tone="points"
        className="rewards:mt-6"
      />
      <p className="rewards:mt-2 rewards:flex rewards:flex-wrap rewards:justify-between rewards:gap-x-4 rewards:text-sm">
        <span>
          {reached} of {LEVEL_STEP} to level {level + 1}
        </span>
        <span>{formatPoints(pointsToNextLevel)} to go</span>
      </p>
    </section>
  )
}
