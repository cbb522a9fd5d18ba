import { RowListSkeleton } from '@griot/ui/row-list'
import { Screen } from '@griot/ui/screen'
import { OnDemand } from '../on-demand.tsx'

const load = async () => (await import('./tips-panel.tsx')).TipsPanel

export function TipsScreen() {
  return (
    <Screen title="Tips and pledges" intro="What listeners pledged and paid to your shows.">
      <OnDemand load={load} what="your tips" skeleton={<RowListSkeleton />}>
        {(TipsPanel) => <TipsPanel />}
      </OnDemand>
    </Screen>
  )
}
