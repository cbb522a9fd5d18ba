import { Button } from '@griot/ui/button'
import Upload from 'lucide-react/icons/upload'

interface UploadButtonProps {
  files?: number
  pending?: boolean
  disabled: boolean
  onClick?: () => void
}

/** The one button that sends off what was chosen; it is there, and waits, before anything is. */
export function UploadButton({ files = 1, pending = false, disabled, onClick }: UploadButtonProps) {
  return (
    <Button pending={pending} disabled={disabled} {...(onClick && { onClick })}>
      {!pending && <Upload aria-hidden="true" />}
      {files > 1 ? `Upload ${files} Audio Files` : 'Upload Audio File'}
    </Button>
  )
}
