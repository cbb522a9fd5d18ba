import { GetMediaTimeline } from '@griot/contracts/media/files'
import type { MediaFile, TimelineEntry } from '@griot/contracts/media/media-file'
import { read } from '@griot/shell-sdk/read'
import { useQuery } from '@tanstack/react-query'

// The last one is being ready, which is shown otherwise.
const STEPS = [
  { kind: 'received', label: 'Received' },
  { kind: 'checked', label: 'Checked' },
  { kind: 'measured', label: 'Measured' },
] as const

const NOW: Partial<Record<TimelineEntry['kind'], string>> = {
  received: 'It waits for its turn.',
  queued: 'It waits for its turn.',
  started: 'It is being checked.',
  checked: 'Its length and its loudness are being measured.',
  measured: 'What was measured is being written down.',
  interrupted: 'It was interrupted, and goes on by itself in a moment.',
}

/** Why it was interrupted, if anybody has said so, and what is being done with it now. */
const nowText = ({ kind, sentence }: TimelineEntry) => (kind === 'interrupted' && sentence) || NOW[kind]

/** A new round begins from the start, except that the file is there. */
const stepsDone = (entries: readonly TimelineEntry[]) => {
  const begun = entries.findLastIndex(({ kind }) => kind === 'started' || kind === 'queued')
  const done = entries.slice(begun + 1).map(({ kind }) => kind)
  return STEPS.filter(({ kind }, at) => at === 0 || done.includes(kind)).length
}

/** How far a file is on its way, and what is being done with it now. */
export function ProcessingSteps({ file }: { file: MediaFile }) {
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
