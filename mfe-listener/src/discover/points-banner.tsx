import type { PointsRules } from '@griot/contracts/points'
import { usePointsHidden } from '@griot/shell-sdk/points-hidden'
import { InPlaceOf } from '@griot/ui/in-place-of'
import { Skeleton } from '@griot/ui/skeleton'
import Coins from 'lucide-react/icons/coins'
import { usePointsRules } from './api.ts'

interface Numbers extends Pick<PointsRules, 'perStart' | 'perMinute'> {
  completion: Pick<PointsRules['completion'], 'points'>
  weekly: Pick<PointsRules['weekly'], 'points' | 'episodes'>
  tip: Pick<PointsRules['tip'], 'pointsPerDollar'>
}

/** As wide as the real ones, which they hold the place of: with them the list takes as many lines, at any width. */
const UNKNOWN: Numbers = {
  perStart: 0,
  perMinute: 0,
  completion: { points: 10 },
  weekly: { points: 10, episodes: 0 },
  tip: { pointsPerDollar: 0 },
}

const earnings = (rules: Numbers) => [
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
      {rules.isPending ? (
        <InPlaceOf missing={<Earnings rules={UNKNOWN} />}>
          <Skeleton height="100%" />
        </InPlaceOf>
      ) : (
        <Earnings rules={rules.data} />
      )}
    </aside>
  )
}

function Earnings({ rules }: { rules: Numbers }) {
  return (
    <ul className="listener:flex listener:flex-wrap listener:gap-x-5 listener:gap-y-1">
      {earnings(rules).map(({ points, action }) => (
        <li key={action}>
          <strong className="listener:text-points listener:tabular-nums">{points}</strong> {action}
        </li>
      ))}
    </ul>
  )
}
