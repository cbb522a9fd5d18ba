import { GetMediaTimeline } from '@griot/contracts/media/files'
import type { MediaFile, TimelineEntry } from '@griot/contracts/media/media-file'
import { read } from '@griot/shell-sdk/read'
import { Button } from '@griot/ui/button'
import { Dialog, DialogActions } from '@griot/ui/dialog'
import { formatDayTime } from '@griot/ui/format'
import { QueryStates } from '@griot/ui/query-states'
import { Skeleton } from '@griot/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { ActionButton } from '../action.tsx'
import { useRetryMedia } from './api.ts'

export const TITLES: Record<TimelineEntry['kind'], string> = {
  received: 'Received',
  queued: 'Waiting in the queue',
  started: 'Started',
  checked: 'Checked',
  measured: 'Measured',
  interrupted: 'Interrupted',
  ready: 'Ready',
  failed: 'Failed',
  cancelled: 'Canceled',
  rendition_asked: 'Normalizing requested',
  rendition_started: 'Normalizing',
  rendition_interrupted: 'Normalizing interrupted',
  rendition_ready: 'Normalized',
  rendition_failed: 'Normalizing failed',
  rendition_removed: 'Normalized version removed',
  replaced: 'Replaced by new audio',
}

const DOTS: Partial<Record<TimelineEntry['kind'], string>> = {
  ready: 'studio:bg-teal',
  failed: 'studio:bg-danger',
  cancelled: 'studio:bg-danger',
  interrupted: 'studio:bg-points-fill',
}

/** The first attempt is not numbered. */
const titleOf = ({ kind, attempt }: TimelineEntry) =>
  attempt !== null && attempt > 1 ? `${TITLES[kind]} (attempt ${attempt})` : TITLES[kind]

export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol
      aria-label="Processing history"
      className="studio:grid studio:gap-4 studio:border-s-2 studio:border-line studio:ms-1.5"
    >
      {entries.map((entry) => (
        <li key={`${entry.at} ${entry.kind}`} className="studio:relative studio:ps-5">
          <span
            aria-hidden="true"
            className={`studio:absolute studio:-start-[7px] studio:top-1.5 studio:size-3 studio:rounded-full ${DOTS[entry.kind] ?? 'studio:bg-line-strong'}`}
          />
          <p className="studio:flex studio:flex-wrap studio:justify-between studio:gap-x-4">
            <span className="studio:font-semibold">{titleOf(entry)}</span>
            <time dateTime={entry.at} className="studio:text-sm studio:text-muted">
              {formatDayTime(entry.at)}
            </time>
          </p>
          {entry.sentence && <p className="studio:text-sm studio:text-muted">{entry.sentence}</p>}
          {entry.technical && (
            <pre className="studio:mt-1 studio:overflow-x-auto studio:rounded-s studio:bg-sunken studio:p-2 studio:text-xs studio:whitespace-pre-wrap studio:wrap-anywhere">
              {entry.technical}
            </pre>
          )}
        </li>
      ))}
    </ol>
  )
}

/** The history of a file. Updates while it is open. */
export function TimelineDialog({ file, onClose }: { file: MediaFile; onClose: () => void }) {
  const timeline = useQuery(read(GetMediaTimeline, { params: { id: file.id } }))
  const retry = useRetryMedia(file)

  return (
    <Dialog open onClose={onClose} title="Processing history" description={file.originalName}>
      <QueryStates query={timeline} what="the processing history" skeleton={<Skeleton height="8rem" />}>
        {(entries) => <Timeline entries={entries} />}
      </QueryStates>
      <DialogActions>
        {file.status === 'failed' && !file.isHopeless && (
          <ActionButton text="Try again" size="medium" action={retry} input={null} />
        )}
        <Button look="quiet" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}
