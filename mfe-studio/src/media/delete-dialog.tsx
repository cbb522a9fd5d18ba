import { GetEpisode } from '@griot/contracts/catalog/episodes'
import type { MediaFile } from '@griot/contracts/media/media-file'
import { read } from '@griot/shell-sdk/read'
import { Button } from '@griot/ui/button'
import { Dialog, DialogActions } from '@griot/ui/dialog'
import { useQueries } from '@tanstack/react-query'
import { useDeleteMedia } from './api.ts'

/** Asks before a file goes, and says which episodes would fall silent. */
export function DeleteDialog({ file, onClose }: { file: MediaFile; onClose: () => void }) {
  const remove = useDeleteMedia()
  const episodes = useQueries({ queries: file.episodeIds.map((id) => read(GetEpisode, { params: { id } })) })

  return (
    <Dialog open onClose={onClose} title="Delete this audio?" description={file.originalName}>
      {file.episodeIds.length === 0 ? (
        <p>No episode uses it. It cannot be brought back.</p>
      ) : (
        <>
          <p>{file.episodeIds.length === 1 ? 'This episode' : 'These episodes'} will have no audio afterwards:</p>
          <ul className="studio:mt-2 studio:list-disc studio:ps-5 studio:font-semibold">
            {file.episodeIds.map((id, at) => (
              <li key={id}>{episodes[at]?.data?.title ?? 'An episode of yours'}</li>
            ))}
          </ul>
        </>
      )}
      <DialogActions>
        <Button look="quiet" onClick={onClose}>
          Keep it
        </Button>
        <Button look="danger" pending={remove.isPending} onClick={() => remove.mutate(file, { onSuccess: onClose })}>
          {remove.isPending ? 'Deleting...' : 'Delete'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
