import { LEVEL_STEP } from '@griot/contracts/points'
import { formatPoints } from '@griot/ui/format'
import { LevelPanelFailed, LevelPanelSkeleton, LevelPanel as Panel } from '@griot/ui/level-panel'
import type { ReactNode } from 'react'
import { usePoints, useRetry } from '../api.ts'

/** Total, level with its name, and how far the next one is. */
export function LevelPanel({ aside }: { aside?: ReactNode }) {
  const points = usePoints()
  const retry = useRetry()

  if (points.isPending) return <LevelPanelSkeleton />
  if (points.isError) return <LevelPanelFailed onRetry={retry} />

  const { totalPoints, level, levelName, pointsToNextLevel } = points.data
  return (
    <Panel
      label="Total Points"
      term="Total Points"
      total={totalPoints}
      level={level}
      levelName={levelName}
      step={LEVEL_STEP}
      pointsToNextLevel={pointsToNextLevel}
      aside={aside}
      end={<span>{formatPoints(pointsToNextLevel)} to go</span>}
    />
  )
}
