import { Button } from '@griot/ui/button'
import { Card } from '@griot/ui/card'
import { formatDuration, formatFileSize } from '@griot/ui/format'
import { IconButton } from '@griot/ui/icon-button'
import { Progress } from '@griot/ui/progress'
import FileAudio from 'lucide-react/icons/file-audio'
import X from 'lucide-react/icons/x'
import { leftText } from './speed.ts'
import type { ChosenUpload } from './uploads.ts'
import type { Uploads } from './use-uploads.ts'

interface ChosenFileProps {
  upload: ChosenUpload
  uploads: Uploads
  /** Nothing else was chosen, so nothing needs to be told apart by name. */
  isOnly: boolean
  /** The library has one that looks the same. */
  isThere: boolean
}

/** A file that was chosen, and its way to the server. */
export function ChosenFile({ upload, uploads, isOnly, isThere }: ChosenFileProps) {
  const { key, file, state, duration, failure, uploadId, replaces } = upload
  const named = (label: string) => (isOnly ? label : `${label}: ${file.name}`)
  const facts = [formatFileSize(file.size), file.type, duration !== null && formatDuration(duration)]
  return (
    <Card className="studio:grid studio:gap-4">
      <div
        data-alone={state === 'chosen'}
        className="studio:flex studio:flex-wrap studio:items-center studio:gap-x-3 studio:gap-y-3 studio:sm:gap-x-4 studio:data-[alone=true]:flex-nowrap"
      >
        <span className="studio:grid studio:size-11 studio:flex-none studio:place-items-center studio:rounded-m studio:bg-teal-wash studio:sm:size-14 studio:text-teal">
          <FileAudio aria-hidden="true" />
        </span>
        <div className="studio:min-w-0 studio:flex-1 studio:basis-40">
          <p className="studio:font-display studio:text-lg studio:font-bold studio:wrap-anywhere">{file.name}</p>
          <p className="studio:text-sm studio:text-muted">{facts.filter(Boolean).join(' · ')}</p>
          {replaces && (
            <p className="studio:text-sm studio:wrap-anywhere">Takes the place of {replaces.originalName}</p>
          )}
        </div>
        {state === 'chosen' ? (
          <IconButton label={named('Clear selected file')} onClick={() => uploads.clear(key)}>
            <X aria-hidden="true" />
          </IconButton>
        ) : (
          <div className="studio:flex studio:gap-2">
            <GoOnOrPause upload={upload} uploads={uploads} named={named} />
            <Button look="quiet" size="small" aria-label={named('Cancel')} onClick={() => uploads.cancel(key)}>
              Cancel
            </Button>
          </div>
        )}
      </div>
      {state === 'waiting' && <p className="studio:text-sm studio:text-muted">Waiting for its turn...</p>}
      {(state === 'sending' || state === 'paused' || state === 'lost') && <Way upload={upload} named={named} />}
      {state === 'chosen' && uploadId !== null && (
        <p className="studio:text-sm studio:text-teal">Begun before: it goes on where it stopped.</p>
      )}
      {state === 'chosen' && isThere && (
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

type Named = (label: string) => string

function GoOnOrPause({
  upload: { key, state },
  uploads,
  named,
}: Pick<ChosenFileProps, 'upload' | 'uploads'> & { named: Named }) {
  if (state === 'paused' || state === 'lost') {
    const label = state === 'paused' ? 'Resume' : 'Try now'
    return (
      <Button look="secondary" size="small" aria-label={named(label)} onClick={() => uploads.resume(key)}>
        {label}
      </Button>
    )
  }
  return (
    <Button look="secondary" size="small" aria-label={named('Pause')} onClick={() => uploads.pause(key)}>
      Pause
    </Button>
  )
}

const WORDS = { sending: 'Uploading...', paused: 'Paused', lost: 'Waiting for the connection...' }

function Way({ upload, named }: { upload: ChosenUpload; named: Named }) {
  const { state, percent, sentBytes, file, pace } = upload
  const word = state === 'sending' && percent >= 100 ? 'Almost there...' : WORDS[state as keyof typeof WORDS]
  const facts = [
    `${formatFileSize(sentBytes)} of ${formatFileSize(file.size)}`,
    pace && `${formatFileSize(pace.bytesPerSecond)}/s`,
    pace && percent < 100 && leftText(pace.secondsLeft),
  ].filter(Boolean)
  return (
    <div className="studio:grid studio:gap-2">
      <div className="studio:flex studio:justify-between studio:text-sm">
        <span>{word}</span>
        <span className="studio:font-semibold studio:tabular-nums">{percent}%</span>
      </div>
      <Progress label={named('Upload progress')} value={percent} tone="action" />
      <p className="studio:text-sm studio:text-muted studio:tabular-nums">{facts.join(' · ')}</p>
    </div>
  )
}
