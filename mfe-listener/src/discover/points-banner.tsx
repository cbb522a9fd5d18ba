import type { PointsRules } from '@griot/contracts/points'
import { usePointsHidden } from '@griot/shell-sdk/points-hidden'
import { Skeleton } from '@griot/ui/skeleton'
import Coins from 'lucide-react/icons/coins'
import { usePointsRules } from './api.ts'

const earnings = (rules: PointsRules) => [
  { points: `+${rules.perStart}`, action: 'start an episode' },
  { points: `+${rules.perMinute}`, action: 'every minute' },
  { points: `+${rules.completion.points}`, action: 'finish it' },
  { points: `+${rules.weekly.points}`, action: `finish ${rules.weekly.episodes} in a week` },
  { points: `${rules.tip.pointsPerDollar}×`, action: 'per dollar tipped' },
]

/** What each action brings, from the numbers that the ledger pays by. Without them it has nothing to say. */
export function PointsBanner() {
  const rules = usePointsRules()
  const isHidden = usePointsHidden()
  if (rules.isError || isHidden) return null

  return (
    <aside
      aria-label="Earn points"
      className="listener:grid listener:gap-2 listener:rounded-l listener:bg-points-wash listener:px-5 listener:py-4"
    >
      <p className="listener:flex listener:items-center listener:gap-2 listener:font-display listener:text-lg listener:font-bold">
        <Coins size={22} aria-hidden="true" className="listener:text-points" />
        Earn points as you listen
      </p>
      <ul className="listener:flex listener:min-h-6 listener:flex-wrap listener:gap-x-5 listener:gap-y-1">
        {rules.isPending ? (
          <li className="listener:w-full listener:max-w-md">
            {/* As many lines as the list takes at this width. */}
            <Skeleton className="listener:h-20 listener:sm:h-13 listener:xl:h-6" />
          </li>
        ) : (
          earnings(rules.data).map(({ points, action }) => (
            <li key={action}>
              <strong className="listener:text-points listener:tabular-nums">{points}</strong> {action}
            </li>
          ))
        )}
      </ul>
    </aside>
  )
}
