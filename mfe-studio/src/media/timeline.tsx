import type { TimelineEntry } from '@griot/contracts/media/media-file'
import { formatDayTime } from '@griot/ui/format'

const TITLES: Record<TimelineEntry['kind'], string> = {
  received: 'Received',
  queued: 'Waiting for its turn',
  started: 'Started',
  checked: 'Checked',
  measured: 'Measured',
  interrupted: 'Interrupted',
  ready: 'Ready',
  failed: 'Failed',
  cancelled: 'Cancelled',
  rendition_asked: 'Even loudness asked for',
  rendition_started: 'Evening out the loudness',
  rendition_interrupted: 'Evening out the loudness was interrupted',
  rendition_ready: 'Even loudness ready',
  rendition_failed: 'The loudness could not be evened out',
  rendition_removed: 'Back to the original',
  replaced: 'Replaced by new audio',
}

const DOTS: Partial<Record<TimelineEntry['kind'], string>> = {
  ready: 'studio:bg-teal',
  failed: 'studio:bg-danger',
  cancelled: 'studio:bg-danger',
  interrupted: 'studio:bg-points-fill',
}

/** Beyond the first attempt it matters which one it was. */
const titleOf = ({ kind, attempt }: TimelineEntry) =>
  attempt !== null && attempt > 1 ? `${TITLES[kind]} (attempt ${attempt})` : TITLES[kind]

/** All that happened to a file, oldest first. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol
      aria-label="What happened"
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
