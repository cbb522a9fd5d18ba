import type { MediaFile } from '@griot/contracts/media/media-file'
import { Button } from '@griot/ui/button'
import { Card } from '@griot/ui/card'
import { formatAgo, formatFileSize } from '@griot/ui/format'
import { IconButton } from '@griot/ui/icon-button'
import History from 'lucide-react/icons/history'
import Link2 from 'lucide-react/icons/link-2'
import Pause from 'lucide-react/icons/pause'
import Pencil from 'lucide-react/icons/pencil'
import Play from 'lucide-react/icons/play'
import Replace from 'lucide-react/icons/replace'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ReactNode } from 'react'
import { useRetryMedia } from './api.ts'
import { durationText } from './media-facts.ts'
import { MediaStatus } from './media-status.tsx'
import { MediaTile } from './media-tile.tsx'
import { PlayedBy } from './played-by.tsx'
import { QualityReport } from './quality-report.tsx'
import { ReplacementNote } from './replacement-note.tsx'
import type { Preview } from './use-preview.ts'

interface MediaCardProps {
  file: MediaFile
  preview: Preview
  onAsk: (action: MediaAction) => void
  /** More about it. */
  children?: ReactNode
}

/** What a card opens a dialog for. */
export type MediaAction = 'link' | 'rename' | 'replace' | 'timeline' | 'delete'

export function MediaCard({ file, preview, onAsk, children }: MediaCardProps) {
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
      <PlayedBy file={file} />
      {isReady && <QualityReport file={file} />}
      {children}
      {file.replacement && <ReplacementNote replacement={file.replacement} />}
      {file.status === 'failed' && file.failure && <p className="studio:text-sm studio:text-danger">{file.failure}</p>}
      {preview.failedId === file.id && (
        <p role="alert" className="studio:text-sm studio:text-danger">
          This file did not play. Please try again.
        </p>
      )}
      <div className="studio:mt-auto studio:flex studio:flex-wrap studio:items-center studio:gap-2">
        {isReady ? <PreviewButton file={file} preview={preview} /> : <MediaStatus file={file} />}
        {file.status === 'failed' &&
          (file.isHopeless ? (
            <ReplaceButton file={file} onClick={() => onAsk('replace')} />
          ) : (
            <RetryButton file={file} />
          ))}
        <span className="studio:-me-2 studio:ms-auto studio:flex studio:flex-wrap">
          <IconButton
            label={`Link ${file.originalName} to an episode`}
            title="Link to episode"
            disabled={file.status === 'failed'}
            onClick={() => onAsk('link')}
          >
            <Link2 aria-hidden="true" />
          </IconButton>
          <IconButton label={`Rename ${file.originalName}`} title="Rename" onClick={() => onAsk('rename')}>
            <Pencil aria-hidden="true" />
          </IconButton>
          <IconButton
            label={`Replace the audio of ${file.originalName}`}
            title="Replace audio"
            disabled={file.status === 'processing' || file.replacement !== null}
            onClick={() => onAsk('replace')}
          >
            <Replace aria-hidden="true" />
          </IconButton>
          <IconButton
            label={`What happened to ${file.originalName}`}
            title="What happened"
            onClick={() => onAsk('timeline')}
          >
            <History aria-hidden="true" />
          </IconButton>
          <IconButton label={`Delete ${file.originalName}`} title="Delete" onClick={() => onAsk('delete')}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        </span>
      </div>
    </Card>
  )
}

function RetryButton({ file }: { file: MediaFile }) {
  const retry = useRetryMedia()
  return (
    <Button
      look="secondary"
      size="small"
      aria-label={`Try again: ${file.originalName}`}
      pending={retry.isPending}
      onClick={() => retry.mutate(file)}
    >
      {!retry.isPending && <RotateCcw aria-hidden="true" />}
      Try again
    </Button>
  )
}

/** For a file that trying again cannot help. */
function ReplaceButton({ file, onClick }: { file: MediaFile; onClick: () => void }) {
  return (
    <Button
      look="secondary"
      size="small"
      aria-label={`Replace the file: ${file.originalName}`}
      disabled={file.replacement !== null}
      onClick={onClick}
    >
      <Replace aria-hidden="true" />
      Replace the file
    </Button>
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
