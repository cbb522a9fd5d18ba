import type { MediaFile } from '@griot/contracts/media/media-file'
import { Badge } from '@griot/ui/badge'
import { Spinner } from '@griot/ui/spinner'
import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'

/** Where a file is on its way to being heard. */
export function MediaStatus({ file }: { file: MediaFile }) {
  if (file.status === 'processing') {
    return (
      <Badge>
        <Spinner /> Processing…{file.progress !== null && ` ${Math.round(file.progress)}%`}
      </Badge>
    )
  }
  if (file.status === 'failed') {
    return (
      <Badge tone="danger">
        <CircleAlert aria-hidden="true" /> Failed
      </Badge>
    )
  }
  return (
    <Badge tone="teal">
      <Check aria-hidden="true" /> Ready
    </Badge>
  )
}
