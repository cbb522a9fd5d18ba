import { Card } from '@griot/ui/card'
import { Skeleton } from '@griot/ui/skeleton'
import { OnDemand } from '../on-demand.tsx'

const load = async () => (await import('./parts.ts')).PodcastForm

interface CreateShowProps {
  /** The recording of its first episode. */
  audioId: string | null
  onCreated?: () => void
}

/** The form of a new show. */
export function CreateShow({ audioId, onCreated }: CreateShowProps) {
  const skeleton = (
    <Card>
      <Skeleton height="20rem" />
    </Card>
  )
  return (
    <OnDemand load={load} what="the form of a new show" skeleton={skeleton}>
      {(PodcastForm) => <PodcastForm audioId={audioId} isUnfolded {...(onCreated && { onCreated })} />}
    </OnDemand>
  )
}
