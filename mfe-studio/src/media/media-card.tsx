import type { MediaFile } from '@griot/contracts/media'
import { Button } from '@griot/ui/button'
import { Card } from '@griot/ui/card'
import { formatAgo, formatFileSize } from '@griot/ui/format'
import { IconButton } from '@griot/ui/icon-button'
import Link2 from 'lucide-react/icons/link-2'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Trash2 from 'lucide-react/icons/trash-2'
import { durationText } from './media-facts.ts'
import { MediaStatus } from './media-status.tsx'
import { MediaTile } from './media-tile.tsx'
import type { Preview } from './use-preview.ts'

interface MediaCardProps {
  file: MediaFile
  preview: Preview
  onLink: () => void
  onDelete: () => void
}

export function MediaCard({ file, preview, onLink, onDelete }: MediaCardProps) {
  const isReady = file.status === 'ready'
  return (
    <Card className="studio:flex studio:h-full studio:flex-col studio:gap-4">
      <div className="studio:flex studio:gap-4">
        <MediaTile file={file} />
        <div className="studio:min-w-0 studio:flex-1">
          <h3 className="studio:line-clamp-2 studio:text-lg studio:wrap-anywhere" title={file.originalName}>
            {file.originalName}
          </h3>
          <p className="studio:mt-1 studio:text-sm studio:text-muted">
            {formatFileSize(file.fileSize)} · {durationText(file)} · {formatAgo(file.createdAt)}
          </p>
        </div>
      </div>
      {file.status === 'failed' && file.failure && <p className="studio:text-sm studio:text-danger">{file.failure}</p>}
      {preview.failedId === file.id && (
        <p role="alert" className="studio:text-sm studio:text-danger">
          This file did not play. Please try again.
        </p>
      )}
      <div className="studio:mt-auto studio:flex studio:items-center studio:gap-1">
        {isReady ? <PreviewButton file={file} preview={preview} /> : <MediaStatus file={file} />}
        <span className="studio:flex-1" />
        <IconButton
          label={`Link ${file.originalName} to an episode`}
          title="Link to episode"
          disabled={!isReady}
          onClick={onLink}
        >
          <Link2 aria-hidden="true" />
        </IconButton>
        <IconButton label={`Delete ${file.originalName}`} title="Delete" onClick={onDelete}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
    </Card>
  )
}

export function PreviewButton({ file, preview }: { file: MediaFile; preview: Preview }) {
  const isPlaying = preview.playingId === file.id
  return (
    <Button
      look="secondary"
      size="small"
      aria-label={isPlaying ? `Stop ${file.originalName}` : `Preview ${file.originalName}`}
      onClick={() => preview.toggle(file)}
    >
      {isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
      {isPlaying ? 'Stop' : 'Preview'}
    </Button>
  )
}
