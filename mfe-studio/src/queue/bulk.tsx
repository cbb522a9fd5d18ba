import type { QueueBulk } from '@griot/contracts/queue'
import { Button } from '@griot/ui/button'
import { Dialog, DialogActions } from '@griot/ui/dialog'
import { counted, formatNumber } from '@griot/ui/format'
import { Progress } from '@griot/ui/progress'
import { useState } from 'react'
import { ActionButton } from '../action.tsx'
import { type BulkRequest, useBulks, useCancelBulk, useStartBulk } from './api.ts'

type Action = QueueBulk['action']

const WORDS: Record<Action, { verb: string; past: string; running: string; effect: string }> = {
  retry: {
    verb: 'Retry',
    past: 'Retried',
    running: 'Retrying',
    effect: 'They return to the queue. Files that finish in the meantime stay as they are.',
  },
  cancel: {
    verb: 'Cancel',
    past: 'Canceled',
    running: 'Canceling',
    effect: 'Their processing stops. They can be retried later. Files that finish in the meantime stay as they are.',
  },
  clear: {
    verb: 'Clear',
    past: 'Cleared',
    running: 'Clearing',
    effect: 'They disappear from this list. The files stay in the media libraries of their owners.',
  },
}

interface BulkButtonProps {
  text?: string
  /** The number that the user confirms. */
  count: number
  request: BulkRequest
  onStarted?: () => void
}

/** A button that asks for confirmation and then begins an action on many files. */
export function BulkButton({ text, count, request, onStarted = () => undefined }: BulkButtonProps) {
  // The number and the files at the click: the list changes while the dialog is open.
  const [asked, setAsked] = useState<{ files: string; request: BulkRequest } | null>(null)
  const start = useStartBulk()
  const { verb, effect } = WORDS[request.action]
  const close = () => setAsked(null)
  return (
    <>
      <Button look="secondary" size="small" onClick={() => setAsked({ files: counted(count, 'file'), request })}>
        {text ?? verb}
      </Button>
      {asked && (
        <Dialog open onClose={close} title={`${verb} ${asked.files}?`}>
          <p>{effect}</p>
          <DialogActions>
            <Button look="quiet" onClick={close}>
              Keep as it is
            </Button>
            <Button
              pending={start.isPending}
              onClick={() => start.mutate(asked.request, { onSuccess: onStarted, onSettled: close })}
            >
              {`${verb} ${asked.files}`}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}

const handledOf = ({ done, skipped, failed }: QueueBulk) => done + skipped + failed

const resultOf = (bulk: QueueBulk) => {
  const { action, state, total, done, skipped, failed } = bulk
  return [
    `${WORDS[action].past} ${formatNumber(done)} of ${counted(total, 'file')}`,
    skipped > 0 && `${formatNumber(skipped)} skipped, because they had changed`,
    failed > 0 && `${formatNumber(failed)} could not be changed`,
    state === 'cancelled' && 'stopped',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The progress of running actions, and the results of those that ended while the page was open. */
export function BulkProgress() {
  const { data: bulks = [] } = useBulks()
  const cancel = useCancelBulk()
  const [openedAt] = useState(Date.now)
  const [hidden, setHidden] = useState<readonly string[]>([])
  const isNew = ({ finishedAt }: QueueBulk) => finishedAt !== null && Date.parse(finishedAt) >= openedAt
  const shown = bulks.filter((bulk) => !hidden.includes(bulk.id) && (bulk.state === 'running' || isNew(bulk)))

  return (
    <div role="status" className="studio:grid studio:gap-2 studio:empty:hidden">
      {shown.map((bulk) => (
        <div
          key={bulk.id}
          className="studio:flex studio:flex-wrap studio:items-center studio:gap-3 studio:rounded-m studio:bg-raised studio:px-4 studio:py-3"
        >
          <div className="studio:min-w-0 studio:flex-1 studio:basis-56">
            {bulk.state === 'running' ? (
              <>
                <p className="studio:font-semibold">
                  {WORDS[bulk.action].running} {counted(bulk.total, 'file')}
                </p>
                <p className="studio:text-sm studio:text-muted">
                  {formatNumber(handledOf(bulk))} of {formatNumber(bulk.total)} · by {bulk.actorName || 'someone'}
                </p>
                <Progress
                  label={`${WORDS[bulk.action].running} ${counted(bulk.total, 'file')}`}
                  value={(handledOf(bulk) / Math.max(1, bulk.total)) * 100}
                  className="studio:mt-2"
                />
              </>
            ) : (
              <p>{resultOf(bulk)}</p>
            )}
          </div>
          {bulk.state === 'running' ? (
            <ActionButton text="Stop" action={cancel} input={bulk} />
          ) : (
            <Button look="quiet" size="small" onClick={() => setHidden([...hidden, bulk.id])}>
              Dismiss
            </Button>
          )}
        </div>
      ))}
    </div>
  )
}
