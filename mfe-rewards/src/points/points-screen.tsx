import { useTabInAddress } from '@griot/shell-sdk/tab-in-address'
import { Screen } from '@griot/ui/screen'
import { Tabs } from '@griot/ui/tabs'
import Coins from 'lucide-react/icons/coins'
import { Achievements } from '../achievements/achievements.tsx'
import { ComingSoon } from '../achievements/coming-soon.tsx'
import { SignedIn } from '../signed-in.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { Overview } from './overview.tsx'

const TABS = [
  { id: 'overview', label: 'Overview', content: <Overview /> },
  { id: 'how', label: 'How It Works', content: <HowItWorks /> },
  { id: 'achievements', label: 'Achievements', content: <AllAchievements /> },
] as const

export function PointsScreen() {
  const tab = useTabInAddress(TABS.map(({ id }) => id))
  return (
    <Screen title="Points" intro="Your points, the reasons for them, and your next level.">
      <SignedIn
        title="Your points"
        icon={<Coins />}
        action="Sign In to Get Started"
        why="Sign in to see your points, and the reason for each of them."
      >
        <Tabs label="Points" tabs={TABS} {...tab} />
      </SignedIn>
    </Screen>
  )
}

/** The badges as on the Rewards page, and the achievements that follow. */
function AllAchievements() {
  return (
    <div className="rewards:grid rewards:grid-cols-[minmax(0,1fr)] rewards:gap-8">
      <Achievements />
      <ComingSoon />
    </div>
  )
}
