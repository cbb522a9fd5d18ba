import { GetMediaTimeline } from '@griot/contracts/media/files'
import type { MediaFile } from '@griot/contracts/media/media-file'
import { read } from '@griot/shell-sdk/read'
import { Button } from '@griot/ui/button'
import { Dialog, DialogActions } from '@griot/ui/dialog'
import { LoadFailed } from '@griot/ui/load-failed'
import { Skeleton } from '@griot/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { useRetryMedia } from './api.ts'
import { Timeline } from './timeline.tsx'

/** What happened to a file since it was received; it goes on while one looks. */
export function TimelineDialog({ file, onClose }: { file: MediaFile; onClose: () => void }) {
  const timeline = useQuery(read(GetMediaTimeline, { params: { id: file.id } }))
  const retry = useRetryMedia()

  return (
    <Dialog open onClose={onClose} title="What happened" description={file.originalName}>
      {timeline.isPending && <Skeleton height="8rem" />}
      {timeline.isError && <LoadFailed what="what happened" onRetry={timeline.refetch} />}
      {timeline.data && <Timeline entries={timeline.data} />}
      <DialogActions>
        {file.status === 'failed' && !file.isHopeless && (
          <Button look="secondary" pending={retry.isPending} onClick={() => retry.mutate(file)}>
            Try again
          </Button>
        )}
        <Button look="quiet" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}
