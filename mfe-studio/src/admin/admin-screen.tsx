import { RowListSkeleton } from '@griot/ui/row-list'
import { Screen } from '@griot/ui/screen'
import { OnDemand } from '../on-demand.tsx'

const load = async () => (await import('./admin-tabs.tsx')).AdminTabs

/** Loads the tabs when the page is opened, because their forms and schemas are larger than all of /upload. */
export function AdminScreen() {
  return (
    <Screen title="Admin" intro="Create podcasts, episodes and creator profiles, and manage your audio.">
      <OnDemand load={load} what="the admin page" skeleton={<RowListSkeleton />}>
        {(AdminTabs) => <AdminTabs />}
      </OnDemand>
    </Screen>
  )
}
