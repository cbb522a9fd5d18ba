import { GetEpisode } from '@griot/contracts/catalog/episodes'
import { read } from '@griot/shell-sdk/read'
import { Dialog } from '@griot/ui/dialog'
import { QueryStates } from '@griot/ui/query-states'
import { Skeleton } from '@griot/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { EpisodeForm } from './episode-form.tsx'

/** Edits an episode of a list, in a dialog. The list lacks the details. */
export function EditEpisode({ id, onClose }: { id: string; onClose: () => void }) {
  const episode = useQuery(read(GetEpisode, { params: { id } }))
  if (episode.data) return <EpisodeForm episode={episode.data} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title="Edit episode">
      <QueryStates query={episode} what="the episode" skeleton={<Skeleton height="20rem" />}>
        {() => null}
      </QueryStates>
    </Dialog>
  )
}
