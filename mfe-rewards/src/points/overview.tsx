import { formatDayTime, formatNumber } from '@griot/ui/format'
import CalendarDays from 'lucide-react/icons/calendar-days'
import Headphones from 'lucide-react/icons/headphones'
import { usePoints } from '../api.ts'
import { LevelPanel } from '../level/level-panel.tsx'
import { Stat } from '../stat.tsx'
import { Explainer } from './explainer.tsx'
import { Leaderboard } from './leaderboard.tsx'
import { RecentSessions } from './recent-sessions.tsx'

export function Overview() {
  const points = usePoints()

  return (
    <div className="rewards:grid rewards:grid-cols-[minmax(0,1fr)] rewards:gap-4">
      <LevelPanel />
      <dl className="rewards:grid rewards:grid-cols-[repeat(auto-fit,minmax(max(min(100%,9rem),34%),1fr))] rewards:gap-4">
        <Stat
          term="Weekly Points"
          icon={<CalendarDays />}
          value={points.data && formatNumber(points.data.weeklyPoints)}
          note={points.data ? `Starts again ${formatDayTime(points.data.weekEndsAt)}` : 'Starts again on Monday'}
          isFailed={points.isError}
        />
        <Stat
          term="Sessions"
          icon={<Headphones />}
          value={points.data && formatNumber(points.data.sessions)}
          note="Times you listened"
          isFailed={points.isError}
        />
      </dl>
      <div className="rewards:grid rewards:grid-cols-[minmax(0,1fr)] rewards:items-start rewards:gap-4 rewards:lg:grid-cols-2">
        <RecentSessions />
        <div className="rewards:grid rewards:grid-cols-[minmax(0,1fr)] rewards:gap-4">
          <Leaderboard />
          <Explainer />
        </div>
      </div>
    </div>
  )
}
