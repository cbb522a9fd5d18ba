import type { Creator } from '@griot/contracts/catalog/creators'
import { LoadFailed } from '@griot/ui/load-failed'
import { Skeleton } from '@griot/ui/skeleton'
import { ConfirmDelete } from '../confirm-delete.tsx'
import { useMyPodcasts } from '../podcasts/api.ts'
import { useDeleteCreator } from './api.ts'

export function DeleteCreatorDialog({ creator, onClose }: { creator: Creator; onClose: () => void }) {
  const removal = useDeleteCreator(creator)
  return (
    <ConfirmDelete title="Delete your profile?" name={creator.name} removal={removal} onClose={onClose}>
      <WhoShowsIt />
    </ConfirmDelete>
  )
}

function WhoShowsIt() {
  const podcasts = useMyPodcasts()

  if (podcasts.isPending) return <Skeleton height="3rem" />
  if (podcasts.isError) return <LoadFailed what="your podcasts" onRetry={podcasts.refetch} />
  if (podcasts.data.length === 0) return <p>No podcast shows it. It cannot be brought back.</p>
  return (
    <>
      <p>These podcasts stay, and no longer show your picture and your words:</p>
      <ul className="studio:list-disc studio:ps-5 studio:font-semibold">
        {podcasts.data.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
    </>
  )
}
