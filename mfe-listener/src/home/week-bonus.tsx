import { GetPointsRules } from '@griot/contracts/points'
import { read } from '@griot/shell-sdk/read'
import { formatDayTime, formatPoints } from '@griot/ui/format'
import { InPlaceOf } from '@griot/ui/in-place-of'
import { LoadFailed } from '@griot/ui/load-failed'
import { Skeleton } from '@griot/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import { usePoints } from '../points.ts'

/** How far the weekly bonus is: a mark for each episode it takes. */
export function WeekBonus() {
  const points = usePoints()
  const rules = useQuery(read(GetPointsRules, {}))
  const failed = [points, rules].find(({ isError }) => isError)
  if (failed) {
    return (
      <InPlaceOf missing={<Outline />}>
        <LoadFailed what="the weekly bonus" onRetry={failed.refetch} />
      </InPlaceOf>
    )
  }
  if (!points.data || !rules.data) return <Outline />
  if (points.data.hidePoints) return null

  const { points: bonus, episodes } = rules.data.weekly
  const done = Math.min(episodes, points.data.completedThisWeek)
  const left = episodes - done
  return (
    <section
      aria-label="Weekly bonus"
      className="listener:flex listener:min-h-18 listener:flex-wrap listener:items-center listener:justify-between listener:gap-x-6 listener:gap-y-2 listener:rounded-l listener:border listener:border-line listener:bg-surface listener:px-5 listener:py-4"
    >
      <div>
        <p className="listener:font-semibold">
          Weekly bonus:{' '}
          <span className="listener:tabular-nums">
            {done} of {episodes}
          </span>{' '}
          episodes completed
        </p>
        <p className="listener:text-sm listener:text-muted">
          {left > 0
            ? `${left} more before ${formatDayTime(points.data.weekEndsAt)} ${left === 1 ? 'brings' : 'bring'} ${formatPoints(bonus)}.`
            : `This week’s ${formatPoints(bonus)} are yours.`}
        </p>
      </div>
      <span aria-hidden="true" className="listener:flex listener:gap-2">
        {Array.from({ length: episodes }, (_, at) => `episode ${at}`).map((mark, at) => (
          <span
            key={mark}
            className={`listener:grid listener:size-8 listener:place-items-center listener:rounded-full ${
              at < done
                ? 'listener:bg-points-fill listener:text-on-points'
                : 'listener:border-2 listener:border-dashed listener:border-line-strong'
            }`}
          >
            {at < done && <Check size={18} strokeWidth={3} />}
          </span>
        ))}
      </span>
    </section>
  )
}

function Outline() {
  return <Skeleton className="listener:h-36 listener:sm:h-18" />
}
