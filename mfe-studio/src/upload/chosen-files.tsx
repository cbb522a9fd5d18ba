import { Button } from '@griot/ui/button'
import { Card } from '@griot/ui/card'
import { formatDuration, formatFileSize } from '@griot/ui/format'
import { IconButton } from '@griot/ui/icon-button'
import { Progress } from '@griot/ui/progress'
import FileAudio from 'lucide-react/icons/file-audio'
import Upload from 'lucide-react/icons/upload'
import X from 'lucide-react/icons/x'
import { useMyMedia } from '../media/api.ts'
import { leftText } from './speed.ts'
import { type ChosenUpload, percentOf } from './upload-state.ts'
import type { Uploads } from './uploads.ts'

export function ChosenFiles({ uploads }: { uploads: Uploads }) {
  return (
    <div className="studio:grid studio:grid-cols-[minmax(0,1fr)] studio:gap-4">
      <ul aria-label="Selected files" className="studio:grid studio:grid-cols-[minmax(0,1fr)] studio:gap-4">
        {uploads.items.map((upload) => (
          <li key={upload.key}>
            <ChosenFile upload={upload} uploads={uploads} />
          </li>
        ))}
      </ul>
      <UploadButton uploads={uploads} />
    </div>
  )
}

export function UploadButton({ uploads: { items, start } }: { uploads: Uploads }) {
  const chosen = items.filter(({ state }) => state === 'chosen').length
  const isPending = chosen === 0 && items.some(({ state }) => state === 'waiting' || state === 'sending')
  return (
    <Button pending={isPending} disabled={chosen === 0} onClick={() => start()}>
      {!isPending && <Upload aria-hidden="true" />}
      {chosen > 1 ? `Upload ${chosen} Audio Files` : 'Upload Audio File'}
    </Button>
  )
}

const RESUME_LABELS: Partial<Record<ChosenUpload['state'], string>> = { paused: 'Resume', lost: 'Try now' }

export function ChosenFile({ upload, uploads }: { upload: ChosenUpload; uploads: Uploads }) {
  const { key, file, state, duration, failure, uploadId, replaces } = upload
  const media = useMyMedia()
  // It may still be another recording.
  const isInLibrary =
    replaces === null && media.data?.some((known) => known.originalName === file.name && known.fileSize === file.size)
  // The only chosen file needs no name in its labels.
  const named = (label: string) => (uploads.items.length === 1 ? label : `${label}: ${file.name}`)
  const resumeLabel = RESUME_LABELS[state]
  const label = resumeLabel ?? 'Pause'
  const handleResumeOrPause = () => (resumeLabel ? uploads.resume(key) : uploads.pause(key))
  const facts = [formatFileSize(file.size), file.type, duration !== null && formatDuration(duration)]
  return (
    <Card className="studio:grid studio:gap-4">
      <div className="studio:flex studio:flex-wrap studio:items-center studio:gap-x-3 studio:gap-y-3 studio:sm:gap-x-4">
        <span className="studio:grid studio:size-11 studio:flex-none studio:place-items-center studio:rounded-m studio:bg-teal-wash studio:sm:size-14 studio:text-teal">
          <FileAudio aria-hidden="true" />
        </span>
        {/* The button to clear a chosen file fits beside its name on the narrowest phone. */}
        <div
          data-chosen={state === 'chosen'}
          className="studio:min-w-0 studio:flex-1 studio:basis-40 studio:data-[chosen=true]:basis-24"
        >
          <p className="studio:font-display studio:text-lg studio:font-bold studio:wrap-anywhere">{file.name}</p>
          <p className="studio:text-sm studio:text-muted">{facts.filter(Boolean).join(' · ')}</p>
          {replaces && <p className="studio:text-sm studio:wrap-anywhere">Replaces {replaces.originalName}</p>}
        </div>
        {state === 'chosen' ? (
          <IconButton label={named('Clear selected file')} onClick={() => uploads.clear(key)}>
            <X aria-hidden="true" />
          </IconButton>
        ) : (
          <div className="studio:flex studio:gap-2">
            <Button look="secondary" size="small" aria-label={named(label)} onClick={handleResumeOrPause}>
              {label}
            </Button>
            <Button look="quiet" size="small" aria-label={named('Cancel')} onClick={() => uploads.cancel(key)}>
              Cancel
            </Button>
          </div>
        )}
      </div>
      {state === 'waiting' && <p className="studio:text-sm studio:text-muted">Waiting for other uploads...</p>}
      {state in PROGRESS_LABELS && <UploadProgress upload={upload} label={named('Upload progress')} />}
      {state === 'chosen' && uploadId !== null && (
        <p className="studio:text-sm studio:text-teal">
          This upload was started before. It continues where it stopped.
        </p>
      )}
      {state === 'chosen' && isInLibrary && (
        <p className="studio:text-sm">Your library has a file with this name and size already.</p>
      )}
      {failure && (
        <p
          role={state === 'lost' ? 'status' : undefined}
          className={state === 'lost' ? 'studio:text-sm' : 'studio:text-sm studio:text-danger'}
        >
          {failure}
        </p>
      )}
    </Card>
  )
}

const PROGRESS_LABELS: Partial<Record<ChosenUpload['state'], string>> = {
  sending: 'Uploading...',
  paused: 'Paused',
  lost: 'Waiting for the connection...',
}

function UploadProgress({ upload, label }: { upload: ChosenUpload; label: string }) {
  const { state, sentBytes, file, speed } = upload
  const percent = percentOf(upload)
  const facts = [
    `${formatFileSize(sentBytes)} of ${formatFileSize(file.size)}`,
    speed && `${formatFileSize(speed.bytesPerSecond)}/s`,
    speed && percent < 100 && leftText(speed.secondsLeft),
  ].filter(Boolean)
  return (
    <div className="studio:grid studio:gap-2">
      <div className="studio:flex studio:justify-between studio:text-sm">
        <span>{state === 'sending' && percent >= 100 ? 'Finishing...' : PROGRESS_LABELS[state]}</span>
        <span className="studio:font-semibold studio:tabular-nums">{percent}%</span>
      </div>
      <Progress label={label} value={percent} tone="action" />
      <p className="studio:text-sm studio:text-muted studio:tabular-nums">{facts.join(' · ')}</p>
    </div>
  )
}
