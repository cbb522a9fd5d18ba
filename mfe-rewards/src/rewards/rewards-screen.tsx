import { buttonLook } from '@griot/ui/button'
import { counted } from '@griot/ui/format'
import { Screen } from '@griot/ui/screen'
import { Panel } from '@griot/ui/section'
import { Link } from 'react-router-dom'
import { Achievements, MyBadges } from '../achievements/achievements.tsx'
import { useMyBadges } from '../api.ts'
import { FullHistoryLink } from '../earned.tsx'
import { LedgerRows } from '../history/history-rows.tsx'
import { LevelPanel, Perks } from '../level.tsx'
import { SignedIn } from '../signed-in.tsx'

export function RewardsScreen() {
  return (
    <Screen
      title="Rewards"
      heading="Rewards and Achievements"
      intro="Your level, your badges, and where every point came from."
      actions={
        <Link to="/account" {...buttonLook({ look: 'secondary', size: 'small' })}>
          Your account
        </Link>
      }
    >
      <SignedIn why="Log in to see your points and badges.">
        <div className="rewards:grid rewards:grid-cols-[minmax(0,1fr)] rewards:gap-4">
          <LevelPanel aside={<BadgeCount />} />
          <Achievements />
          <div className="rewards:grid rewards:grid-cols-[minmax(0,1fr)] rewards:items-start rewards:gap-4 rewards:lg:grid-cols-2 rewards:lg:grid-rows-[auto_1fr]">
            <MyBadges />
            <Perks />
            <div className="rewards:lg:col-start-2 rewards:lg:row-span-2 rewards:lg:row-start-1">
              <RecentActivity />
            </div>
          </div>
        </div>
      </SignedIn>
    </Screen>
  )
}

function BadgeCount() {
  const mine = useMyBadges()
  return mine.data && <span className="rewards:block rewards:tabular-nums">{counted(mine.data.length, 'badge')}</span>
}

function RecentActivity() {
  return (
    <Panel title="Recent Activity" aside={<FullHistoryLink />}>
      <LedgerRows what="your recent activity" perPage={10} />
    </Panel>
  )
}
