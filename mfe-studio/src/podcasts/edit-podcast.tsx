import { Dialog } from '@griot/ui/dialog'
import { QueryStates } from '@griot/ui/query-states'
import { Skeleton } from '@griot/ui/skeleton'
import { useShow } from './api.ts'
import { PodcastForm } from './podcast-form.tsx'

/** Edits a podcast of a list, in a dialog. The list lacks the details. */
export function EditPodcast({ id, onClose }: { id: string; onClose: () => void }) {
  const podcast = useShow(id)
  if (podcast.data) return <PodcastForm podcast={podcast.data} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title="Edit podcast">
      <QueryStates query={podcast} what="the podcast" skeleton={<Skeleton height="20rem" />}>
        {() => null}
      </QueryStates>
    </Dialog>
  )
}
