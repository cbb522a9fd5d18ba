import { GetEpisode } from '@griot/contracts/catalog/episodes'
import type { QueueRow as QueuedFile } from '@griot/contracts/queue'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { read } from '@griot/shell-sdk/read'
import { Badge } from '@griot/ui/badge'
import { Button, buttonLook } from '@griot/ui/button'
import { counted, formatAgo, formatFileSize } from '@griot/ui/format'
import { Progress } from '@griot/ui/progress'
import { Spinner } from '@griot/ui/spinner'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { ActionButton } from '../action.tsx'
import { replacePath } from '../media/api.ts'
import { TITLES } from '../media/timeline.tsx'
import { useCancelItem, useRetryItem } from './api.ts'

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

const STATES = {
  waiting: { label: 'Waiting', tone: 'plain' },
  active: { label: 'Active', tone: 'plain' },
  retrying: { label: 'Retrying', tone: 'points' },
  failed: { label: 'Failed', tone: 'danger' },
  cancelled: { label: 'Canceled', tone: 'plain' },
  ready: { label: 'Ready', tone: 'teal' },
} as const

const MP3_STEPS = {
  waiting: 'MP3 requested',
  active: 'Making the MP3 started',
  retrying: 'Making the MP3 was interrupted',
  failed: 'Making the MP3 failed',
  cancelled: 'Making the MP3 was canceled',
  ready: 'MP3 ready',
} as const

const stepText = ({ task, state, step, since, attempt, attempts }: QueuedFile) => {
  const count = attempt === null ? '' : ` · attempt ${Math.min(attempt, attempts)} of ${attempts}`
  return `${task === 'mp3' ? MP3_STEPS[state] : STEPS[step]} ${formatAgo(since)}${count}`
}

/** An estimate, so it is rounded up to whole minutes, hours or days. */
const expectedText = (time: string) => {
  const minutes = (Date.parse(time) - Date.now()) / 60_000
  if (minutes < 1) return 'Ready within a minute'
  if (minutes < 90) return `Ready in about ${counted(Math.ceil(minutes), 'minute')}`
  if (minutes < 48 * 60) return `Ready in about ${counted(Math.ceil(minutes / 60), 'hour')}`
  return `Ready in about ${counted(Math.ceil(minutes / 60 / 24), 'day')}`
}

interface QueueRowProps {
  file: QueuedFile
  isSelected: boolean
  onSelect: (isSelected: boolean) => void
  /** Shows only the files of this person; undefined where all files are the user's. */
  onPerson: (() => void) | undefined
  onOpen: () => void
}

// On a phone each row is a card: the cells are below each other, beside the checkbox.
const ROW =
  'studio:grid studio:grid-cols-[auto_minmax(0,1fr)] studio:gap-x-3 studio:gap-y-2 studio:border-b studio:border-line studio:py-4 studio:lg:table-row studio:lg:border-0'
const CELL =
  'studio:col-start-2 studio:min-w-0 studio:p-0 studio:text-start studio:align-top studio:font-normal studio:lg:border-b studio:lg:border-line studio:lg:px-2 studio:lg:py-3'

export function QueueRow({ file, isSelected, onSelect, onPerson, onOpen }: QueueRowProps) {
  const isMine = useIsMine(file)
  const [firstEpisode] = file.episodeIds
  const name = file.ownerName || 'Someone'
  return (
    <tr className={ROW} data-selected={isSelected}>
      <td className="studio:row-span-4 studio:p-0 studio:align-top studio:lg:border-b studio:lg:border-line studio:lg:py-3">
        <input
          type="checkbox"
          aria-label={`Select ${file.originalName}`}
          className="studio:size-6 studio:accent-ink"
          checked={isSelected}
          onChange={(event) => onSelect(event.target.checked)}
        />
      </td>
      <th scope="row" className={CELL}>
        <span className="studio:font-semibold studio:wrap-anywhere">{file.originalName}</span>
        <span className="studio:block studio:text-sm studio:text-muted">
          {formatFileSize(file.fileSize)} · uploaded {formatAgo(file.createdAt)}
          {firstEpisode && <EpisodesOf first={firstEpisode} others={file.episodeIds.length - 1} />}
        </span>
      </th>
      {onPerson && (
        <td className={CELL}>
          <button
            type="button"
            aria-label={`Show only the files of ${name}`}
            className="studio:text-start studio:underline studio:wrap-anywhere"
            onClick={onPerson}
          >
            {name}
          </button>
        </td>
      )}
      <td className={`${CELL} studio:lg:w-2/5`}>
        <span className="studio:flex studio:flex-wrap studio:items-center studio:gap-2">
          <Badge tone={STATES[file.state].tone}>
            {file.state === 'active' && <Spinner />}
            {STATES[file.state].label}
          </Badge>
          {file.task === 'rendition' && <Badge>Normalizing</Badge>}
          {file.task === 'mp3' && <Badge>MP3 for podcast apps</Badge>}
        </span>
        <p className="studio:mt-1 studio:text-sm studio:text-muted">{stepText(file)}</p>
        {file.failure && (
          <p className={`studio:text-sm ${file.state === 'cancelled' ? 'studio:text-muted' : 'studio:text-danger'}`}>
            {file.failure}
          </p>
        )}
        {file.isHopeless && !isMine && (
          <p className="studio:text-sm studio:text-muted">A retry cannot fix this file. Its owner can replace it.</p>
        )}
        {file.expectedAt && <p className="studio:text-sm studio:text-muted">{expectedText(file.expectedAt)}</p>}
        {file.state === 'active' && file.percent !== null && (
          <Progress label={`Progress of ${file.originalName}`} value={file.percent} className="studio:mt-2" />
        )}
      </td>
      <td className={CELL}>
        <span className="studio:flex studio:flex-wrap studio:gap-2 studio:lg:justify-end">
          <QueueActions file={file} />
          <Button look="quiet" size="small" aria-label={`Details of ${file.originalName}`} onClick={onOpen}>
            Details
          </Button>
        </span>
      </td>
    </tr>
  )
}

const useIsMine = ({ ownerId }: QueuedFile) => useStore(useShell().session.user)?.id === ownerId

export function QueueActions({ file }: { file: QueuedFile }) {
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
