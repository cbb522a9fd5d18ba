import type { QueueAction } from '@griot/contracts/queue'
import { Button } from '@griot/ui/button'
import { Dialog, DialogActions } from '@griot/ui/dialog'
import { formatDayTime } from '@griot/ui/format'
import { LoadFailed } from '@griot/ui/load-failed'
import { Skeleton } from '@griot/ui/skeleton'
import { Timeline } from '../media/timeline.tsx'
import { useQueueItem } from './api.ts'

const DONE: Record<QueueAction['action'], string> = {
  retry: 'tried it again',
  retry_failed: 'tried all failed files again',
  cancel: 'cancelled it',
  pause: 'paused the queue',
  resume: 'resumed the queue',
}

/** All about one file of the queue; it goes on while one looks. */
export function QueueItemDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const item = useQueueItem(id)

  return (
    <Dialog open onClose={onClose} title="What happened" description={name}>
      {item.isPending && <Skeleton height="8rem" />}
      {item.isError && !item.data && <LoadFailed what="what happened" onRetry={item.refetch} />}
      {item.data && (
        <div className="studio:grid studio:gap-5">
          <Timeline entries={item.data.timeline} />
          {item.data.actions.length > 0 && (
            <section aria-label="What people did">
              <h3 className="studio:text-lg">What people did</h3>
              <ul className="studio:mt-1 studio:text-sm studio:text-muted">
                {item.data.actions.map(({ action, actorName, at }) => (
                  <li key={at}>
                    {actorName || 'Somebody'} {DONE[action]} · {formatDayTime(at)}
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      )}
      <DialogActions>
        <Button look="quiet" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}
