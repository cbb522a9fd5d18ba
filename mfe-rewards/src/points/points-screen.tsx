import { useShell, useStore } from '@griot/shell-sdk/react'
import { Button } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import { Screen } from '@griot/ui/screen'
import { Tabs } from '@griot/ui/tabs'
import Coins from 'lucide-react/icons/coins'
import { useSearchParams } from 'react-router-dom'
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
  const [address, setAddress] = useSearchParams()
  const tab = TABS.find(({ id }) => id === address.get('tab'))?.id ?? TABS[0].id

  return (
    <Screen title="Points" intro="What you earned, why, and what comes next.">
      {user ? (
        <Tabs
          label="Points"
          tabs={TABS}
          value={tab}
          onChange={(id) => setAddress(id === TABS[0].id ? {} : { tab: id }, { replace: true })}
        />
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
