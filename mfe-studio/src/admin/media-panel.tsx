import { Badge } from '@griot/ui/badge'
import { buttonLook } from '@griot/ui/button'
import { Card } from '@griot/ui/card'
import { EmptyState } from '@griot/ui/empty-state'
import { formatDate, formatFileSize } from '@griot/ui/format'
import { QueryStates } from '@griot/ui/query-states'
import Music from 'lucide-react/icons/music'
import { Link } from 'react-router-dom'
import { useMyMedia } from '../media/api.ts'
import { durationText, formatName, MediaGrid, MediaGridSkeleton, MediaStatus } from '../media/media-view.tsx'
import { PreviewButton, usePreview } from '../media/preview-button.tsx'

const EMPTY = (
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

export function MediaPanel() {
  const media = useMyMedia()
  const preview = usePreview()

  return (
    <QueryStates query={media} what="your media files" skeleton={<MediaGridSkeleton />} empty={EMPTY}>
      {(files) => (
        <MediaGrid>
          {files.map((file) => (
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
                  {file.status === 'ready' ? (
                    <PreviewButton file={file} preview={preview} />
                  ) : (
                    <MediaStatus file={file} />
                  )}
                </div>
              </Card>
            </li>
          ))}
        </MediaGrid>
      )}
    </QueryStates>
  )
}
