import { useOnDemand } from '@griot/shell-sdk/on-demand'
import { LoadFailed } from '@griot/ui/load-failed'
import { Screen } from '@griot/ui/screen'
import { useState } from 'react'
import { RowListSkeleton } from '../row-list.tsx'

const load = async () => (await import('./admin-screen.tsx')).AdminScreen

/** The admin page weighs more than all of /upload, with its forms and what they check with: fetched when it is opened. */
export function AdminOnDemand() {
  const [hasFailed, setHasFailed] = useState(false)
  const AdminScreen = useOnDemand(load, !hasFailed, () => setHasFailed(true))

  if (AdminScreen) return <AdminScreen />
  return (
    <Screen title="Admin" intro="Create podcasts, episodes and creator profiles, and look after your audio.">
      {hasFailed ? (
        <LoadFailed what="the admin page" onRetry={() => setHasFailed(false)} />
      ) : (
        <RowListSkeleton what="the admin page" />
      )}
    </Screen>
  )
}
