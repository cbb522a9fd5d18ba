import type { LogLine } from '@griot/contracts/queue'
import { Button } from '@griot/ui/button'
import { Dialog, DialogActions } from '@griot/ui/dialog'
import { formatDayTime } from '@griot/ui/format'
import { LoadFailed } from '@griot/ui/load-failed'
import { Skeleton } from '@griot/ui/skeleton'
import { Timeline } from '../media/timeline.tsx'
import { useQueueItem } from './api.ts'
import { actionText } from './deeds.ts'
import { QueueActions } from './queue-row.tsx'

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium', hour12: false })

const lineText = ({ at, attempt, line }: LogLine) =>
  [clock.format(new Date(at)), attempt !== null && `#${attempt}`, line].filter(Boolean).join(' ')

/** What programs said, for whoever looks into it. */
function Technical({ title, children }: { title: string; children: string }) {
  return (
    <section aria-label={title} className="studio:grid studio:grid-cols-[minmax(0,1fr)] studio:gap-1">
      <h3 className="studio:text-lg">{title}</h3>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="studio:max-h-48 studio:overflow-auto studio:rounded-s studio:bg-sunken studio:p-2 studio:text-xs studio:whitespace-pre-wrap studio:wrap-anywhere"
      >
        {children}
      </pre>
    </section>
  )
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
          {item.data.technicalError && <Technical title="Technical error">{item.data.technicalError}</Technical>}
          {item.data.log.length > 0 && (
            <Technical title="Last lines of the log">{item.data.log.map(lineText).join('\n')}</Technical>
          )}
          {item.data.actions.length > 0 && (
            <section aria-label="What people did">
              <h3 className="studio:text-lg">What people did</h3>
              <ul className="studio:mt-1 studio:text-sm studio:text-muted">
                {item.data.actions.map((action) => (
                  <li key={action.at}>
                    {actionText(action)} · {formatDayTime(action.at)}
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      )}
      <DialogActions>
        {item.data && <QueueActions file={item.data} />}
        <Button look="quiet" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}
