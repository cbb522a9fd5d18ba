import { Card } from '@griot/ui/card'
import { Skeleton } from '@griot/ui/skeleton'
import { OnDemand } from '../on-demand.tsx'

const load = async () => (await import('./parts.ts')).PodcastForm

/** The form of a new show. `audioId` is the recording of its first episode. */
export function CreateShow({ audioId }: { audioId: string | null }) {
  const skeleton = (
    <Card>
      <Skeleton height="20rem" />
    </Card>
  )
  return (
    <OnDemand load={load} what="the form of a new show" skeleton={skeleton}>
      {(PodcastForm) => <PodcastForm audioId={audioId} isUnfolded />}
    </OnDemand>
  )
}
