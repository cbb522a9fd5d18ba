import { usePointsHidden } from '@griot/shell-sdk/points-hidden'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { useTabInAddress } from '@griot/shell-sdk/tab-in-address'
import { Button } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import { Screen } from '@griot/ui/screen'
import { Tabs } from '@griot/ui/tabs'
import Coins from 'lucide-react/icons/coins'
import { PointsHidden } from '../points-hidden.tsx'
import { ComingSoon } from './coming-soon.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { Overview } from './overview.tsx'

const TABS = [
  { id: 'overview', label: 'Overview', content: <Overview /> },
  { id: 'how', label: 'How It Works', content: <HowItWorks /> },
  { id: 'achievements', label: 'Achievements', content: <ComingSoon /> },
] as const

export function PointsScreen() {
  const { session } = useShell()
  const user = useStore(session.user)

  return (
    <Screen title="Points" intro="What you earned, why, and what comes next.">
      {user ? (
        <Content />
      ) : (
        <EmptyState
          title="Earn points as you listen"
          icon={<Coins />}
          action={<Button onClick={() => session.signIn()}>Sign In to Get Started</Button>}
        >
          Every minute counts, and every point can be explained.
        </EmptyState>
      )}
    </Screen>
  )
}

function Content() {
  const isHidden = usePointsHidden()
  const tab = useTabInAddress(TABS.map(({ id }) => id))
  return isHidden ? <PointsHidden /> : <Tabs label="Points" tabs={TABS} {...tab} />
}
