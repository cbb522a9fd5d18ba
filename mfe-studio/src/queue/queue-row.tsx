import { GetEpisode } from '@griot/contracts/catalog/episodes'
import type { QueueRow as QueuedFile } from '@griot/contracts/queue'
import { useShell, useStore } from '@griot/shell-sdk/react'
import { read } from '@griot/shell-sdk/read'
import { Badge } from '@griot/ui/badge'
import { Button, buttonLook } from '@griot/ui/button'
import { formatAgo, formatFileSize } from '@griot/ui/format'
import { Progress } from '@griot/ui/progress'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { replaceAddress } from '../media/replace-address.ts'
import { useCancelItem, useRetryItem } from './api.ts'
import { StateBadge } from './queue-states.tsx'

const SAID: Record<QueuedFile['step'], string> = {
  received: 'Received',
  queued: 'Queued again',
  started: 'Being fetched',
  checked: 'Being measured',
  measured: 'Being written down',
  interrupted: 'Interrupted',
  ready: 'Ready',
  failed: 'Failed',
  cancelled: 'Cancelled',
  rendition_asked: 'Even loudness asked for',
  rendition_started: 'Evening out the loudness',
  rendition_interrupted: 'Interrupted',
  rendition_ready: 'Even loudness ready',
  rendition_failed: 'Failed',
  rendition_removed: 'Back to the original',
  replaced: 'Replaced',
}

const stepText = ({ step, since, attempt, attempts }: QueuedFile) =>
  [`${SAID[step]} ${formatAgo(since)}`, attempt !== null && `attempt ${Math.min(attempt, attempts)} of ${attempts}`]
    .filter(Boolean)
    .join(' · ')

/** One file of the queue and what can be done about it. */
export function QueueRow({ file, onOpen }: { file: QueuedFile; onOpen: () => void }) {
  const isMine = useIsMine(file)
  return (
    <li className="studio:grid studio:gap-2 studio:py-4 studio:sm:grid-cols-[minmax(0,1fr)_auto] studio:sm:items-center studio:sm:gap-x-4">
      <div className="studio:min-w-0">
        <p className="studio:flex studio:flex-wrap studio:items-center studio:gap-x-3 studio:gap-y-1">
          <span className="studio:font-semibold studio:wrap-anywhere">{file.originalName}</span>
          <StateBadge state={file.state} />
          {file.task === 'rendition' && <Badge>Normalising</Badge>}
        </p>
        <p className="studio:text-sm studio:text-muted">
          {[file.ownerName || 'Somebody', formatFileSize(file.fileSize), `uploaded ${formatAgo(file.createdAt)}`].join(
            ' · ',
          )}
          <EpisodesOf file={file} />
        </p>
        <p className="studio:text-sm studio:text-muted">{stepText(file)}</p>
        {file.failure && <p className="studio:text-sm studio:text-danger">{file.failure}</p>}
        {file.isHopeless && !isMine && (
          <p className="studio:text-sm studio:text-muted">Only another file can help: its owner can replace it.</p>
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

/** What can be done about a file as it stands. */
export function QueueActions({ file }: { file: QueuedFile }) {
  const isMine = useIsMine(file)
  const retry = useRetryItem()
  const cancel = useCancelItem()
  const isUnderWay = file.state === 'waiting' || file.state === 'active' || file.state === 'retrying'
  return (
    <>
      {file.isHopeless && isMine && (
        <Link
          to={replaceAddress(file.id)}
          aria-label={`Replace the file: ${file.originalName}`}
          {...buttonLook({ look: 'secondary', size: 'small' })}
        >
          Replace the file
        </Link>
      )}
      {file.state === 'failed' && !file.isHopeless && (
        <Button
          look="secondary"
          size="small"
          aria-label={`Retry ${file.originalName}`}
          pending={retry.isPending}
          onClick={() => retry.mutate(file)}
        >
          Retry
        </Button>
      )}
      {isUnderWay && (
        <Button
          look="secondary"
          size="small"
          aria-label={`Cancel ${file.originalName}`}
          pending={cancel.isPending}
          onClick={() => cancel.mutate(file)}
        >
          Cancel
        </Button>
      )}
    </>
  )
}

/** The episodes that play it: the first by name. */
function EpisodesOf({ file: { episodeIds } }: { file: QueuedFile }) {
  const [first, ...more] = episodeIds
  if (first === undefined) return null
  return (
    <span className="studio:inline-block">
      {'\u00a0· '}
      <EpisodeLink id={first} />
      {more.length > 0 && ` and ${more.length} more`}
    </span>
  )
}

function EpisodeLink({ id }: { id: string }) {
  const episode = useQuery(read(GetEpisode, { params: { id } }))
  return (
    <Link to={`/episode/${id}`} className="studio:underline">
      {episode.data?.title ?? 'its episode'}
    </Link>
  )
}
