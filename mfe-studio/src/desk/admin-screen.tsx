import { useCan } from '@griot/shell-sdk/react'
import { RowListSkeleton } from '@griot/ui/row-list'
import { Screen } from '@griot/ui/screen'
import type { ComponentType } from 'react'
import { OnDemand } from '../on-demand.tsx'

const loadTabs = async (): Promise<ComponentType> => (await import('../admin/admin-tabs.tsx')).AdminTabs
const loadDesk = async (): Promise<ComponentType> => (await import('./desk-tabs.tsx')).Desk

/** Loads the tabs when the page is opened, because their forms and schemas are larger than all of /upload. */
export function AdminScreen() {
  const isAdmin = useCan('catalog.see-all')
  return (
    <Screen
      title="Admin"
      intro={
        isAdmin
          ? 'Operate the platform, and manage your own podcasts, episodes and audio.'
          : 'Create podcasts, episodes and creator profiles, and manage your audio.'
      }
    >
      <OnDemand
        load={isAdmin ? loadDesk : loadTabs}
        what={isAdmin ? 'the operations desk' : 'the admin page'}
        skeleton={<RowListSkeleton />}
      >
        {(Content) => <Content />}
      </OnDemand>
    </Screen>
  )
}
