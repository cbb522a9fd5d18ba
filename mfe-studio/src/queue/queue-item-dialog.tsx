import type { LogLine, QueueAction } from '@griot/contracts/queue'
import { Button } from '@griot/ui/button'
import { Dialog, DialogActions } from '@griot/ui/dialog'
import { formatDayTime } from '@griot/ui/format'
import { QueryStates } from '@griot/ui/query-states'
import { Skeleton } from '@griot/ui/skeleton'
import { Timeline } from '../media/timeline.tsx'
import { useQueueItem } from './api.ts'
import { QueueActions } from './queue-row.tsx'

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium', hour12: false })

const lineText = ({ at, attempt, line }: LogLine) =>
  [clock.format(new Date(at)), attempt !== null && `#${attempt}`, line].filter(Boolean).join(' ')

/** "Ada canceled talk.mp3". Beside the file, its name is not repeated: "Ada canceled it". */
export const queueActionText = ({ action, actorName }: QueueAction, files?: string) => {
  const texts: Record<QueueAction['action'], string> = {
    retry: `retried ${files ?? 'it'}`,
    retry_failed: `retried all failed files${files ? `: ${files}` : ''}`,
    cancel: `canceled ${files ?? 'it'}`,
    pause: 'paused the queue',
    resume: 'resumed the queue',
  }
  return `${actorName || 'Someone'} ${texts[action]}`
}

/** For admins. */
function Log({ lines }: { lines: readonly LogLine[] }) {
  return (
    <section aria-label="Log" className="studio:grid studio:grid-cols-[minmax(0,1fr)] studio:gap-1">
      <h3 className="studio:text-lg">Last lines of the log</h3>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        className="studio:max-h-48 studio:overflow-auto studio:rounded-s studio:bg-sunken studio:p-2 studio:text-xs studio:whitespace-pre-wrap studio:wrap-anywhere"
      >
        {lines.map(lineText).join('\n')}
      </pre>
    </section>
  )
}

/** The details of one file. Updates while it is open. */
export function QueueItemDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const item = useQueueItem(id)

  return (
    <Dialog open onClose={onClose} title="Processing history" description={name}>
      <QueryStates query={item} what="the processing history" skeleton={<Skeleton height="8rem" />}>
        {({ timeline, log, actions }) => (
          <div className="studio:grid studio:gap-5">
            <Timeline entries={timeline} />
            {log.length > 0 && <Log lines={log} />}
            {actions.length > 0 && (
              <section aria-label="Actions">
                <h3 className="studio:text-lg">Actions</h3>
                <ul className="studio:mt-1 studio:text-sm studio:text-muted">
                  {actions.map((action) => (
                    <li key={action.at}>
                      {queueActionText(action)} · {formatDayTime(action.at)}
                    </li>
                  ))}
                </ul>
              </section>
            )}
          </div>
        )}
      </QueryStates>
      <DialogActions>
        {item.data && <QueueActions file={item.data} />}
        <Button look="quiet" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}
