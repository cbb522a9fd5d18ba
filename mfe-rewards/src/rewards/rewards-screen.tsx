import { useShell, useStore } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import { Screen } from '@griot/ui/screen'
import LogIn from 'lucide-react/icons/log-in'
import { LevelPanel } from '../level/level-panel.tsx'
import { Achievements } from './achievements.tsx'
import { MyBadges } from './my-badges.tsx'
import { RecentActivity } from './recent-activity.tsx'

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
        <div className="rewards:grid rewards:grid-cols-[minmax(0,1fr)] rewards:gap-4">
          <LevelPanel />
          <Achievements />
          <div className="rewards:grid rewards:items-start rewards:gap-4 rewards:lg:grid-cols-2">
            <MyBadges />
            <RecentActivity />
          </div>
        </div>
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
