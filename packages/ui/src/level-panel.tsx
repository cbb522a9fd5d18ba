import type { ReactNode } from 'react'
import { formatNumber } from './format.ts'
import { InPlaceOf } from './in-place-of.tsx'
import { LoadFailed } from './load-failed.tsx'
import { Progress } from './progress.tsx'
import { Skeleton } from './skeleton.tsx'

interface LevelPanelProps {
  /** Names the region. */
  label: string
  /** What the total is called. */
  term: string
  total: number
  level: number
  levelName: string
  /** Points from one level to the next, and how many are left. */
  step: number
  pointsToNextLevel: number
  /** Below the level's name. */
  aside?: ReactNode
  /** Across from how far the next level is. */
  end?: ReactNode
}

/** Points, the level they make with its name, and how far the next one is. */
export function LevelPanel({
  label,
  term,
  total,
  level,
  levelName,
  step,
  pointsToNextLevel,
  aside,
  end,
}: LevelPanelProps) {
  const reached = step - pointsToNextLevel
  const progress = `${formatNumber(reached)} of ${formatNumber(step)} to level ${formatNumber(level + 1)}`
  return (
    <section aria-label={label} className="g-level-panel">
      <div className="g-level-panel-head">
        <div>
          <p className="g-level-panel-term">{term}</p>
          <p className="g-level-panel-total">{formatNumber(total)}</p>
        </div>
        <p className="g-level-panel-level">
          <strong>Level {formatNumber(level)}</strong>
          <span>{levelName}</span>
          {aside}
        </p>
      </div>
      <Progress
        label="Level Progress"
        value={(reached / step) * 100}
        valueText={progress}
        tone="points"
        className="g-level-panel-bar"
      />
      <div className="g-level-panel-foot">
        <span>{progress}</span>
        {end}
      </div>
    </section>
  )
}

export function LevelPanelSkeleton() {
  return (
    <div className="g-level-panel">
      <p className="g-visually-hidden">Loading your points</p>
      <Outline />
    </div>
  )
}

/** The panel without its numbers, as large as with them. */
export function LevelPanelFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="g-level-panel">
      <InPlaceOf missing={<Outline />}>
        <LoadFailed what="your points" onRetry={onRetry} />
      </InPlaceOf>
    </div>
  )
}

function Outline() {
  return (
    <>
      <p className="g-level-panel-term">
        <Skeleton width="6rem" />
      </p>
      <p className="g-level-panel-total">
        <Skeleton width="2.5em" height="1em" />
      </p>
      <Skeleton height="0.5rem" className="g-level-panel-bar" />
      <p className="g-level-panel-foot">
        <Skeleton width="10rem" />
      </p>
    </>
  )
}
