import { codecName } from '@griot/contracts/media/audio-types'
import { GetMediaTimeline } from '@griot/contracts/media/files'
import type { MediaFile, TimelineEntry } from '@griot/contracts/media/media-file'
import { read } from '@griot/shell-sdk/read'
import { formatFileSize } from '@griot/ui/format'
import { useQuery } from '@tanstack/react-query'
import { durationText, MediaStatus, MediaTile } from '../media/media-view.tsx'
import { QualityReport } from '../media/quality-report.tsx'

const CHANNELS = ['', 'mono', 'stereo']

const measured = (file: MediaFile) =>
  [
    formatFileSize(file.fileSize),
    durationText(file),
    file.codec && codecName(file.codec),
    file.bitrate && `${Math.round(file.bitrate / 1000)} kbps`,
    file.sampleRate && `${file.sampleRate / 1000} kHz`,
    file.channels && (CHANNELS[file.channels] ?? `${file.channels} channels`),
  ].filter(Boolean)

const textOf = (file: MediaFile) => {
  if (file.status === 'processing') return formatFileSize(file.fileSize)
  return file.status === 'ready' ? measured(file).join(' · ') : (file.failure ?? 'We could not read this file.')
}

export function ProcessingRow({ file }: { file: MediaFile }) {
  return (
    <li className="studio:flex studio:flex-wrap studio:items-center studio:gap-x-4 studio:gap-y-2 studio:py-4">
      <MediaTile file={file} />
      <div className="studio:min-w-0 studio:flex-1 studio:basis-40">
        <p className="studio:font-semibold studio:wrap-anywhere">{file.originalName}</p>
        <p className="studio:text-sm studio:text-muted">{textOf(file)}</p>
      </div>
      <div role="status">
        <MediaStatus file={file} />
      </div>
      {file.status === 'processing' && <ProcessingSteps file={file} />}
      {file.status === 'ready' && (
        <div className="studio:basis-full">
          <QualityReport file={file} />
        </div>
      )}
    </li>
  )
}

// The last step, being ready, is shown by the status badge.
const STEPS = [
  { kind: 'received', label: 'Received' },
  { kind: 'checked', label: 'Checked' },
  { kind: 'measured', label: 'Measured' },
] as const

const NOW: Partial<Record<TimelineEntry['kind'], string>> = {
  received: 'It is waiting in the queue.',
  queued: 'It is waiting in the queue.',
  started: 'It is being checked.',
  checked: 'Its length and its loudness are being measured.',
  measured: 'The measurements are being saved.',
  interrupted: 'It was interrupted, and continues in a moment.',
}

/** An interruption may come with its own reason. */
const nowText = ({ kind, sentence }: TimelineEntry) => (kind === 'interrupted' && sentence) || NOW[kind]

/** A new round repeats every step except the upload itself. */
const stepsDone = (entries: readonly TimelineEntry[]) => {
  const begun = entries.findLastIndex(({ kind }) => kind === 'started' || kind === 'queued')
  const done = entries.slice(begun + 1).map(({ kind }) => kind)
  return STEPS.filter(({ kind }, at) => at === 0 || done.includes(kind)).length
}

function ProcessingSteps({ file }: { file: MediaFile }) {
  const timeline = useQuery(read(GetMediaTimeline, { params: { id: file.id } }))
  const entries = timeline.data ?? []
  const done = stepsDone(entries)
  const last = entries.at(-1)

  return (
    <div className="studio:mt-1 studio:grid studio:basis-full studio:gap-1.5">
      <ol aria-label={`Steps of ${file.originalName}`} className="studio:grid studio:grid-cols-3 studio:gap-1.5">
        {STEPS.map(({ kind, label }, at) => (
          <li
            key={kind}
            data-done={at < done}
            aria-current={at === done ? 'step' : undefined}
            className="studio:border-t-4 studio:border-line studio:pt-1 studio:text-xs studio:text-muted studio:data-[done=true]:border-teal studio:data-[done=true]:text-ink"
          >
            {label}
            {at < done && <span className="g-visually-hidden"> (done)</span>}
          </li>
        ))}
      </ol>
      <p className="studio:text-sm studio:text-muted">
        {(last && nowText(last)) ?? 'Measuring and checking the sound. This takes a few seconds.'}
      </p>
    </div>
  )
}
