import type { Episode } from '@griot/contracts/catalog/episodes'
import { ConfirmDelete } from '../confirm-delete.tsx'
import { useMyMedia } from '../media/api.ts'
import { useDeleteEpisode } from './api.ts'

export function DeleteEpisodeDialog({ episode, onClose }: { episode: Episode; onClose: () => void }) {
  const removal = useDeleteEpisode(episode)
  const media = useMyMedia()
  const audio = media.data?.find(({ id }) => id === episode.audioFileId)

  return (
    <ConfirmDelete title="Delete this episode?" name={episode.title} removal={removal} onClose={onClose}>
      <p>
        {episode.status === 'published' ? 'It is published: listeners lose it.' : 'No listener has it now.'} It cannot
        be brought back.
      </p>
      {episode.audioFileId && (
        <p>
          Its audio{audio && <strong className="studio:wrap-anywhere"> {audio.originalName}</strong>} stays in your
          media library.
        </p>
      )}
    </ConfirmDelete>
  )
}
