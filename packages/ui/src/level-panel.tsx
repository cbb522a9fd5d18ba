import type { ReactNode } from 'react'
import { formatNumber } from './format.ts'
import { Progress } from './progress.tsx'
import { QueryStates, type QueryStatesProps } from './query-states.tsx'
import { Skeleton } from './skeleton.tsx'

interface Level {
  totalPoints: number
  level: number
  levelName: string
  pointsToNextLevel: number
}

interface LevelPanelProps extends Pick<QueryStatesProps<Level>, 'query' | 'onRetry'> {
  /** Accessible name of the region. */
  label: string
  term: string
  /** Points from one level to the next. */
  step: number
  /** Below the level's name. */
  aside?: ReactNode
  /** Opposite the progress text. */
  end?: ReactNode
}

/** The points of a user, the level, and the progress to the next one. */
export function LevelPanel({ query, onRetry, label, term, step, aside, end }: LevelPanelProps) {
  return (
    <section aria-label={label} className="g-level-panel">
      <QueryStates query={query} what="your points" skeleton={<Outline />} keepsHeight onRetry={onRetry}>
        {({ totalPoints, level, levelName, pointsToNextLevel }) => {
          const reached = step - pointsToNextLevel
          const progress = `${formatNumber(reached)} of ${formatNumber(step)} to level ${formatNumber(level + 1)}`
          return (
            <>
              <div className="g-level-panel-head">
                <div>
                  <p className="g-level-panel-term">{term}</p>
                  <p className="g-level-panel-total">{formatNumber(totalPoints)}</p>
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
            </>
          )
        }}
      </QueryStates>
    </section>
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
