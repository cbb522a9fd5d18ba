import { Button } from '@griot/ui/button'
import { Card } from '@griot/ui/card'
import { formatFileSize } from '@griot/ui/format'
import { IconButton } from '@griot/ui/icon-button'
import { Progress } from '@griot/ui/progress'
import FileAudio from 'lucide-react/icons/file-audio'
import X from 'lucide-react/icons/x'
import type { ChosenUpload } from './use-uploads.ts'

interface ChosenFileProps {
  upload: ChosenUpload
  /** Nothing else was chosen, so nothing needs to be told apart by name. */
  isOnly: boolean
  onCancel: () => void
  onClear: () => void
}

/** A file that was chosen, and its way to the server. */
export function ChosenFile({ upload, isOnly, onCancel, onClear }: ChosenFileProps) {
  const { file, state, percent, failure } = upload
  const named = (label: string) => (isOnly ? label : `${label}: ${file.name}`)
  return (
    <Card className="studio:grid studio:gap-4">
      <div className="studio:flex studio:items-center studio:gap-4">
        <span className="studio:grid studio:size-14 studio:flex-none studio:place-items-center studio:rounded-m studio:bg-teal-wash studio:text-teal">
          <FileAudio size={26} aria-hidden="true" />
        </span>
        <div className="studio:min-w-0 studio:flex-1">
          <p className="studio:font-display studio:text-lg studio:font-bold studio:wrap-anywhere">{file.name}</p>
          <p className="studio:text-sm studio:text-muted">
            {formatFileSize(file.size)} · {file.type}
          </p>
        </div>
        {state === 'chosen' ? (
          <IconButton label={named('Clear selected file')} onClick={onClear}>
            <X aria-hidden="true" />
          </IconButton>
        ) : (
          <Button look="secondary" size="small" aria-label={named('Cancel')} onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
      {state === 'waiting' && <p className="studio:text-sm studio:text-muted">Waiting for its turn...</p>}
      {state === 'sending' && (
        <div className="studio:grid studio:gap-2">
          <div className="studio:flex studio:justify-between studio:text-sm">
            <span>{percent < 100 ? 'Uploading...' : 'Almost there...'}</span>
            <span className="studio:font-semibold studio:tabular-nums">{percent}%</span>
          </div>
          <Progress label={named('Upload progress')} value={percent} tone="action" />
        </div>
      )}
      {failure && <p className="studio:text-sm studio:text-danger">{failure}</p>}
    </Card>
  )
}
