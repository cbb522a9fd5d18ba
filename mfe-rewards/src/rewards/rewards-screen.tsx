import { usePointsHidden } from '@griot/shell-sdk/points-hidden'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import { Screen } from '@griot/ui/screen'
import LogIn from 'lucide-react/icons/log-in'
import { AccountPanel } from '../account/account-panel.tsx'
import { LevelPanel } from '../level/level-panel.tsx'
import { Perks } from '../level/perks.tsx'
import { PointsHidden } from '../points-hidden.tsx'
import { ProfilePanel } from '../profile/profile-panel.tsx'
import { Achievements } from './achievements.tsx'
import { BadgeCount } from './badge-count.tsx'
import { MyBadges } from './my-badges.tsx'
import { RecentActivity } from './recent-activity.tsx'

const COLUMN = 'rewards:grid rewards:grid-cols-[minmax(0,1fr)] rewards:gap-4'

export function RewardsScreen() {
  const { session } = useShell()
  const user = useStore(session.user)

  return (
    <Screen
      title="Rewards"
      heading="Rewards and Achievements"
      intro="Your level, your badges, and where every point came from."
    >
      {user ? (
        <Numbers />
      ) : (
        <EmptyState
          title="Please Log In"
          icon={<LogIn />}
          action={<Button onClick={() => session.signIn()}>Log In</Button>}
        >
          Your points and badges are waiting for you.
        </EmptyState>
      )}
    </Screen>
  )
}

function Numbers() {
  const isHidden = usePointsHidden()
  if (isHidden) {
    return (
      <div className={COLUMN}>
        <PointsHidden />
        <ProfilePanel />
        <AccountPanel />
      </div>
    )
  }
  return (
    <div className={COLUMN}>
      <LevelPanel aside={<BadgeCount />} />
      <Achievements />
      {/* On a phone the activity comes before the form; beside the others it is as long as it likes. */}
      <div className="rewards:grid rewards:grid-cols-[minmax(0,1fr)] rewards:items-start rewards:gap-4 rewards:lg:grid-cols-2 rewards:lg:grid-rows-[auto_auto_1fr]">
        <MyBadges />
        <Perks />
        <div className="rewards:lg:col-start-2 rewards:lg:row-span-3 rewards:lg:row-start-1">
          <RecentActivity />
        </div>
        <ProfilePanel />
      </div>
      <AccountPanel />
    </div>
  )
}
