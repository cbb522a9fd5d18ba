import { usePointsHidden } from '@griot/shell-sdk/points-hidden'
import { Card } from '@griot/ui/card'
import { formatNumber } from '@griot/ui/format'
import { Skeleton } from '@griot/ui/skeleton'
import Award from 'lucide-react/icons/award'
import CircleCheck from 'lucide-react/icons/circle-check'
import Coins from 'lucide-react/icons/coins'
import Flame from 'lucide-react/icons/flame'
import type { ReactNode } from 'react'
import { useLibraryCounts } from '../history/api.ts'
import { usePoints } from '../points.ts'
import { useMyBadges } from './api.ts'

export function StatCards() {
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
      <Stat term="Week Streak" icon={<Flame />} value={points.data?.weekStreak} isFailed={points.isError} />
    </dl>
  )
}

interface StatProps {
  term: string
  icon: ReactNode
  /** Undefined while it is on its way. */
  value: number | undefined
  isFailed: boolean
}

function Stat({ term, icon, value, isFailed }: StatProps) {
  return (
    <Card className="listener:flex listener:flex-col-reverse listener:gap-1">
      <dt className="listener:flex listener:items-center listener:gap-2 listener:text-sm listener:text-muted listener:[&_svg]:size-4">
        <span aria-hidden="true">{icon}</span>
        {term}
      </dt>
      <dd className="listener:min-h-[1lh] listener:font-display listener:text-3xl listener:font-bold listener:tabular-nums">
        {value !== undefined && formatNumber(value)}
        {value === undefined && (isFailed ? '–' : <Skeleton width="3.5rem" height="1em" />)}
      </dd>
    </Card>
  )
}
