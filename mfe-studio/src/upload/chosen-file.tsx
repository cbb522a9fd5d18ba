import { Button } from '@griot/ui/button'
import { Card } from '@griot/ui/card'
import { formatFileSize } from '@griot/ui/format'
import { IconButton } from '@griot/ui/icon-button'
import { Progress } from '@griot/ui/progress'
import FileAudio from 'lucide-react/icons/file-audio'
import Upload from 'lucide-react/icons/upload'
import X from 'lucide-react/icons/x'

interface ChosenFileProps {
  file: File
  percent: number
  isPending: boolean
  onUpload: () => void
  onCancel: () => void
  onClear: () => void
}

/** The file that was chosen, and its way to the server. */
export function ChosenFile({ file, percent, isPending, onUpload, onCancel, onClear }: ChosenFileProps) {
  return (
    <Card className="studio:grid studio:gap-5">
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
        <IconButton label="Clear selected file" disabled={isPending} onClick={onClear}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      {isPending && (
        <div className="studio:grid studio:gap-2">
          <div className="studio:flex studio:justify-between studio:text-sm">
            <span>{percent < 100 ? 'Uploading...' : 'Almost there...'}</span>
            <span className="studio:font-semibold studio:tabular-nums">{percent}%</span>
          </div>
          <Progress label="Upload progress" value={percent} tone="action" />
        </div>
      )}
      <div className="studio:flex studio:flex-wrap studio:gap-3">
        <Button pending={isPending} onClick={onUpload} className="studio:flex-1">
          {!isPending && <Upload aria-hidden="true" />}
          Upload Audio File
        </Button>
        {isPending && (
          <Button look="secondary" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </Card>
  )
}
