import { Badge } from '@griot/ui/badge'
import { buttonLook } from '@griot/ui/button'
import { Card } from '@griot/ui/card'
import { EmptyState } from '@griot/ui/empty-state'
import { formatDate, formatFileSize } from '@griot/ui/format'
import { LoadFailed } from '@griot/ui/load-failed'
import Music from 'lucide-react/icons/music'
import { Link } from 'react-router-dom'
import { useMyMedia } from '../media/api.ts'
import { PreviewButton } from '../media/media-card.tsx'
import { durationText, formatName } from '../media/media-facts.ts'
import { MediaGrid, MediaGridSkeleton } from '../media/media-grid.tsx'
import { MediaStatus } from '../media/media-status.tsx'
import { usePreview } from '../media/use-preview.ts'

export function MediaPanel() {
  const media = useMyMedia()
  const preview = usePreview()

  if (media.isPending) return <MediaGridSkeleton />
  if (media.isError) return <LoadFailed what="your media files" onRetry={media.refetch} />
  if (media.data.length === 0) {
    return (
      <EmptyState
        title="No audio yet"
        icon={<Music />}
        action={
          <Link to="/upload" {...buttonLook({ look: 'secondary' })}>
            Go to Upload
          </Link>
        }
      >
        No media files uploaded yet. Visit the Upload page to add audio files.
      </EmptyState>
    )
  }
  return (
    <MediaGrid>
      {media.data.map((file) => (
        <li key={file.id}>
          <Card className="studio:grid studio:h-full studio:content-between studio:gap-4">
            <div>
              <Badge tone="teal">{formatName(file)}</Badge>
              <h3 className="studio:mt-2 studio:line-clamp-2 studio:text-lg studio:wrap-anywhere">
                {file.originalName}
              </h3>
              <p className="studio:mt-1 studio:text-sm studio:text-muted">
                {formatFileSize(file.fileSize)} · {durationText(file)} · {formatDate(file.createdAt)}
              </p>
              {file.status === 'failed' && file.failure && (
                <p className="studio:mt-1 studio:text-sm studio:text-danger">{file.failure}</p>
              )}
            </div>
            <div>
              {file.status === 'ready' ? <PreviewButton file={file} preview={preview} /> : <MediaStatus file={file} />}
            </div>
          </Card>
        </li>
      ))}
    </MediaGrid>
  )
}
