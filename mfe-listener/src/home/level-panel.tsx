import { LEVEL_STEP } from '@griot/contracts/points'
import { LevelPanelFailed, LevelPanelSkeleton, LevelPanel as Panel } from '@griot/ui/level-panel'
import { Link } from 'react-router-dom'
import { usePoints } from '../points.ts'

/** Points, level, and how far the next one is. */
export function LevelPanel() {
  const points = usePoints()

  if (points.isPending) return <LevelPanelSkeleton />
  if (points.isError) return <LevelPanelFailed onRetry={points.refetch} />

  const { totalPoints, level, levelName, pointsToNextLevel, hidePoints } = points.data
  if (hidePoints) return null
  return (
    <Panel
      label="Your level"
      term="Your points"
      total={totalPoints}
      level={level}
      levelName={levelName}
      step={LEVEL_STEP}
      pointsToNextLevel={pointsToNextLevel}
      end={
        <Link to="/points" className="listener:font-semibold listener:underline">
          How points work
        </Link>
      }
    />
  )
}
