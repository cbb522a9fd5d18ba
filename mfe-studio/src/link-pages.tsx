import { Screen } from '@griot/ui/screen'
import { Skeleton } from '@griot/ui/skeleton'
import { OnDemand } from './on-demand.tsx'

const loadInvitation = async () => (await import('./members/invitation-screen.tsx')).InvitationScreen
const loadPreview = async () => (await import('./previews/preview-screen.tsx')).PreviewScreen

const SKELETON = (
  <Screen title="Loading…" width="narrow">
    <Skeleton height="16rem" />
  </Screen>
)

// Loaded on demand, because most users never open such a link.

export function InvitationPage() {
  return (
    <OnDemand load={loadInvitation} what="the invitation" skeleton={SKELETON}>
      {(InvitationScreen) => <InvitationScreen />}
    </OnDemand>
  )
}

export function PreviewPage() {
  return (
    <OnDemand load={loadPreview} what="the private link" skeleton={SKELETON}>
      {(PreviewScreen) => <PreviewScreen />}
    </OnDemand>
  )
}
