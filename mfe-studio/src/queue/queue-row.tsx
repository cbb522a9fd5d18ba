import { GetEpisode } from '@griot/contracts/catalog/episodes'
import type { LogLine, QueueAction, QueueRow as QueuedFile, QueueOverview, QueueState } from '@griot/contracts/queue'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { read } from '@griot/shell-sdk/read'
import { Badge } from '@griot/ui/badge'
import { Button, buttonLook } from '@griot/ui/button'
import { Dialog, DialogActions } from '@griot/ui/dialog'
import { formatAgo, formatDayTime, formatFileSize } from '@griot/ui/format'
import { Progress } from '@griot/ui/progress'
import { QueryStates } from '@griot/ui/query-states'
import { Skeleton } from '@griot/ui/skeleton'
import { Spinner } from '@griot/ui/spinner'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { ActionButton } from '../action.tsx'
import { replacePath } from '../media/api.ts'
import { TITLES, Timeline } from '../media/timeline.tsx'
import { useCancelItem, useQueueItem, useRetryItem } from './api.ts'

const STEPS: Record<QueuedFile['step'], string> = {
  ...TITLES,
  queued: 'Queued again',
  started: 'Being downloaded',
  checked: 'Being measured',
  measured: 'Being saved',
  rendition_interrupted: 'Interrupted',
  rendition_failed: 'Failed',
  replaced: 'Replaced',
}

const stepText = ({ step, since, attempt, attempts }: QueuedFile) => {
  const count = attempt === null ? '' : ` · attempt ${Math.min(attempt, attempts)} of ${attempts}`
  return `${STEPS[step]} ${formatAgo(since)}${count}`
}

export function QueueRow({ file, onOpen }: { file: QueuedFile; onOpen: () => void }) {
  const isMine = useIsMine(file)
  const [firstEpisode] = file.episodeIds
  return (
    <li className="studio:grid studio:gap-2 studio:py-4 studio:sm:grid-cols-[minmax(0,1fr)_auto] studio:sm:items-center studio:sm:gap-x-4">
      <div className="studio:min-w-0">
        <p className="studio:flex studio:flex-wrap studio:items-center studio:gap-x-3 studio:gap-y-1">
          <span className="studio:font-semibold studio:wrap-anywhere">{file.originalName}</span>
          <Badge tone={STATES[file.state].tone}>
            {file.state === 'active' && <Spinner />}
            {STATES[file.state].label}
          </Badge>
          {file.task === 'rendition' && <Badge>Normalizing</Badge>}
        </p>
        <p className="studio:text-sm studio:text-muted">
          {file.ownerName || 'Someone'} · {formatFileSize(file.fileSize)} · uploaded {formatAgo(file.createdAt)}
          {firstEpisode && <EpisodesOf first={firstEpisode} others={file.episodeIds.length - 1} />}
        </p>
        <p className="studio:text-sm studio:text-muted">{stepText(file)}</p>
        {file.failure && <p className="studio:text-sm studio:text-danger">{file.failure}</p>}
        {file.isHopeless && !isMine && (
          <p className="studio:text-sm studio:text-muted">A retry cannot fix this file. Its owner can replace it.</p>
        )}
        {file.state === 'active' && file.percent !== null && (
          <Progress label={`Progress of ${file.originalName}`} value={file.percent} className="studio:mt-2" />
        )}
      </div>
      <div className="studio:flex studio:flex-wrap studio:gap-2">
        <QueueActions file={file} />
        <Button look="quiet" size="small" aria-label={`Details of ${file.originalName}`} onClick={onOpen}>
          Details
        </Button>
      </div>
    </li>
  )
}

const useIsMine = ({ ownerId }: QueuedFile) => useStore(useShell().session.user)?.id === ownerId

function QueueActions({ file }: { file: QueuedFile }) {
  const isMine = useIsMine(file)
  const retry = useRetryItem()
  const cancel = useCancelItem()
  return (
    <>
      {file.isHopeless && isMine && (
        <Link
          to={replacePath(file.id)}
          aria-label={`Replace the file: ${file.originalName}`}
          {...buttonLook({ look: 'secondary', size: 'small' })}
        >
          Replace the file
        </Link>
      )}
      {['failed', 'cancelled'].includes(file.state) && !file.isHopeless && (
        <ActionButton text="Retry" label={`Retry ${file.originalName}`} action={retry} input={file} />
      )}
      {['waiting', 'active', 'retrying'].includes(file.state) && (
        <ActionButton text="Cancel" label={`Cancel ${file.originalName}`} action={cancel} input={file} />
      )}
    </>
  )
}

function EpisodesOf({ first, others }: { first: string; others: number }) {
  const episode = useQuery(read(GetEpisode, { params: { id: first } }))
  return (
    <span className="studio:inline-block">
      {'\u00a0· '}
      <Link to={`/episode/${first}`} className="studio:underline">
        {episode.data?.title ?? 'its episode'}
      </Link>
      {others > 0 && ` and ${others} more`}
    </span>
  )
}

const STATES = {
  waiting: { label: 'Waiting', tone: 'plain' },
  active: { label: 'Active', tone: 'plain' },
  retrying: { label: 'Retrying', tone: 'points' },
  failed: { label: 'Failed', tone: 'danger' },
  cancelled: { label: 'Canceled', tone: 'plain' },
  ready: { label: 'Ready', tone: 'teal' },
} as const

interface StateFilterProps {
  counts: QueueOverview['counts']
  /** Null shows all files that are not ready. */
  chosen: QueueState | null
  onChoose: (state: QueueState | null) => void
}

export function StateFilter({ counts, chosen, onChoose }: StateFilterProps) {
  return (
    <fieldset aria-label="Show files by state" className="studio:flex studio:flex-wrap studio:gap-2">
      {(Object.keys(STATES) as QueueState[]).map((state) => (
        <button
          key={state}
          type="button"
          aria-pressed={chosen === state}
          onClick={() => onChoose(chosen === state ? null : state)}
          className="studio:flex-1 studio:basis-22 studio:rounded-m studio:border studio:border-line studio:bg-surface studio:px-3 studio:py-2 studio:text-start studio:hover:bg-raised studio:aria-pressed:border-ink studio:aria-pressed:bg-raised"
        >
          <span className="studio:block studio:font-display studio:text-2xl studio:font-bold studio:tabular-nums">
            {counts[state]}
          </span>{' '}
          <span className="studio:block studio:text-sm studio:text-muted">
            {state === 'ready' ? 'Ready today' : STATES[state].label}
          </span>
        </button>
      ))}
    </fieldset>
  )
}

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium', hour12: false })

const lineText = ({ at, attempt, line }: LogLine) =>
  [clock.format(new Date(at)), attempt !== null && `#${attempt}`, line].filter(Boolean).join(' ')

/** "Ada canceled talk.mp3". Beside the file, its name is not repeated: "Ada canceled it". */
export const actionText = ({ action, actorName }: QueueAction, files?: string) => {
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
                      {actionText(action)} · {formatDayTime(action.at)}
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
