import { LEVEL_STEP, type UserPoints } from '@griot/contracts/points'
import { usePointsHidden } from '@griot/shell-sdk/points-hidden'
import { formatNumber, formatPoints } from '@griot/ui/format'
import { Progress } from '@griot/ui/progress'
import { QueryStates } from '@griot/ui/query-states'
import { Skeleton } from '@griot/ui/skeleton'
import { Stat } from '@griot/ui/stat'
import Award from 'lucide-react/icons/award'
import CircleCheck from 'lucide-react/icons/circle-check'
import Coins from 'lucide-react/icons/coins'
import Flame from 'lucide-react/icons/flame'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { useLibraryCounts } from '../library/api.ts'
import { useMyBadges, usePoints, usePointsRules } from '../points.ts'

/** Points and weekly bonus in one line, with the level on wide screens. Nothing for listeners who hide points. */
export function Score() {
  const points = usePoints()
  const title = useId()
  if (usePointsHidden()) return null
  return (
    <section aria-labelledby={title}>
      <h2 id={title} className="g-visually-hidden">
        Your points
      </h2>
      <QueryStates
        query={points}
        what="your points"
        skeleton={<Skeleton className="listener:h-12 listener:sm:h-18" />}
        keepsHeight
      >
        {(data) => <Line {...data} />}
      </QueryStates>
    </section>
  )
}

function Line({ totalPoints, level, pointsToNextLevel, completedThisWeek }: UserPoints) {
  const { data: rules } = usePointsRules()
  const reached = LEVEL_STEP - pointsToNextLevel
  const progress = `${formatNumber(reached)} of ${formatNumber(LEVEL_STEP)} to level ${formatNumber(level + 1)}`
  return (
    <div className="listener:flex listener:min-h-12 listener:flex-wrap listener:items-center listener:justify-between listener:gap-x-5 listener:gap-y-1 listener:rounded-l listener:bg-points-wash listener:px-4 listener:py-2 listener:sm:px-5 listener:sm:py-3 listener:tabular-nums listener:sm:min-h-18">
      <Link to="/points" className="listener:font-semibold listener:hover:underline">
        {formatPoints(totalPoints)} <span className="listener:max-sm:hidden">· Level {formatNumber(level)}</span>
      </Link>
      <span className="listener:flex listener:max-sm:hidden listener:min-w-[min(100%,14rem)] listener:flex-1 listener:flex-wrap listener:items-center listener:gap-x-3 listener:text-sm">
        <Progress
          label="Level Progress"
          value={(reached / LEVEL_STEP) * 100}
          valueText={progress}
          tone="points"
          className="listener:min-w-20 listener:flex-1"
        />
        {progress}
      </span>
      {rules && <WeekBonus completed={completedThisWeek} {...rules.weekly} />}
    </div>
  )
}

interface WeekBonusProps {
  completed: number
  episodes: number
  points: number
}

function WeekBonus({ completed, episodes, points }: WeekBonusProps) {
  const done = Math.min(episodes, completed)
  return (
    <p className="listener:text-sm">
      {done} of {episodes} <span className="listener:max-sm:sr-only">episodes </span>this week: +{points}
      <span className="g-visually-hidden"> points</span>
      {done === episodes && ' earned'}
    </p>
  )
}

/** The specified numbers. Without points for listeners who hide them. */
export function Stats() {
  const isHidden = usePointsHidden()
  const points = usePoints()
  const badges = useMyBadges()
  const library = useLibraryCounts()
  return (
    <dl
      data-short={isHidden}
      className="listener:grid listener:grid-cols-[repeat(auto-fit,minmax(max(min(100%,9rem),34%),1fr))] listener:gap-3 listener:sm:gap-4 listener:data-[short=false]:lg:grid-cols-4"
    >
      {!isHidden && (
        <Stat term="Total Points" icon={<Coins />} value={points.data?.totalPoints} isFailed={points.isError} />
      )}
      <Stat term="Completed" icon={<CircleCheck />} value={library.data?.completed} isFailed={library.isError} />
      {!isHidden && <Stat term="Badges" icon={<Award />} value={badges.data?.length} isFailed={badges.isError} />}
      <Stat
        term="Week Streak"
        icon={<Flame />}
        note="One for every 7 episodes"
        value={points.data?.weekStreak}
        isFailed={points.isError}
      />
    </dl>
  )
}
