import { formatDayTime, formatNumber } from '@griot/ui/format'
import CalendarDays from 'lucide-react/icons/calendar-days'
import Headphones from 'lucide-react/icons/headphones'
import { usePoints } from '../api.ts'
import { LevelPanel } from '../level/level-panel.tsx'
import { Stat } from '../stat.tsx'
import { Explainer } from './explainer.tsx'
import { Leaderboard } from './leaderboard.tsx'
import { RecentSessions } from './recent-sessions.tsx'

/** The server counts no further. */
const MOST_COUNTED = 1000
const sessionCount = (sessions: number) => `${formatNumber(sessions)}${sessions >= MOST_COUNTED ? '+' : ''}`

export function Overview() {
  const points = usePoints()

  return (
    <div className="rewards:grid rewards:grid-cols-[minmax(0,1fr)] rewards:gap-4">
      <LevelPanel />
      <dl className="rewards:grid rewards:grid-cols-2 rewards:gap-4">
        <Stat
          term="Weekly Points"
          icon={<CalendarDays />}
          value={points.data && formatNumber(points.data.weeklyPoints)}
          note={points.data && `Starts again ${formatDayTime(points.data.weekEndsAt)}`}
          isFailed={points.isError}
        />
        <Stat
          term="Sessions"
          icon={<Headphones />}
          value={points.data && sessionCount(points.data.sessions)}
          note="Times you listened"
          isFailed={points.isError}
        />
      </dl>
      <div className="rewards:grid rewards:grid-cols-[minmax(0,1fr)] rewards:items-start rewards:gap-4 rewards:lg:grid-cols-2">
        <RecentSessions />
        <Leaderboard />
      </div>
      <Explainer />
    </div>
  )
}
