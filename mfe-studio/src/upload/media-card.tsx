import type { MediaFile, Replacement } from '@griot/contracts/media/media-file'
import { Button, buttonLook } from '@griot/ui/button'
import { Card } from '@griot/ui/card'
import { formatAgo, formatFileSize } from '@griot/ui/format'
import { IconButton } from '@griot/ui/icon-button'
import History from 'lucide-react/icons/history'
import Link2 from 'lucide-react/icons/link-2'
import Pencil from 'lucide-react/icons/pencil'
import Replace from 'lucide-react/icons/replace'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { ActionButton } from '../action.tsx'
import { useMyEpisodes } from '../episodes/api.ts'
import { useCancelReplacement, useRetryMedia } from '../media/api.ts'
import { durationText, MediaStatus, MediaTile } from '../media/media-view.tsx'
import { type Preview, PreviewButton } from '../media/preview-button.tsx'
import { QualityReport } from '../media/quality-report.tsx'
import { chooseShowPath } from '../paths.ts'

interface MediaCardProps {
  file: MediaFile
  preview: Preview
  onOpen: (action: MediaAction) => void
  children?: ReactNode
}

export type MediaAction = 'link' | 'rename' | 'replace' | 'timeline' | 'delete'

export function MediaCard({ file, preview, onOpen, children }: MediaCardProps) {
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
      {file.episodeIds.length > 0 && <PlayedBy ids={file.episodeIds} />}
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
        {file.status === 'failed' && !file.isHopeless && <RetryButton file={file} />}
        {file.status === 'failed' && file.isHopeless && (
          <Button
            look="secondary"
            size="small"
            aria-label={`Replace the file: ${file.originalName}`}
            disabled={file.replacement !== null}
            onClick={() => onOpen('replace')}
          >
            <Replace aria-hidden="true" />
            Replace the file
          </Button>
        )}
        {file.status !== 'failed' && (
          <Link
            to={chooseShowPath(file.id)}
            aria-label={`Make an episode of this: ${file.originalName}`}
            {...buttonLook({ look: 'quiet', size: 'small' })}
          >
            Make an episode of this
          </Link>
        )}
        <FileActions file={file} onOpen={onOpen} />
      </div>
    </Card>
  )
}

function FileActions({ file, onOpen }: Pick<MediaCardProps, 'file' | 'onOpen'>) {
  return (
    <span className="studio:-me-2 studio:ms-auto studio:flex studio:flex-wrap">
      <IconButton
        label={`Link ${file.originalName} to an episode`}
        title="Link to episode"
        disabled={file.status === 'failed'}
        onClick={() => onOpen('link')}
      >
        <Link2 aria-hidden="true" />
      </IconButton>
      <IconButton label={`Rename ${file.originalName}`} title="Rename" onClick={() => onOpen('rename')}>
        <Pencil aria-hidden="true" />
      </IconButton>
      <IconButton
        label={`Replace the audio of ${file.originalName}`}
        title="Replace audio"
        disabled={file.status === 'processing' || file.replacement !== null}
        onClick={() => onOpen('replace')}
      >
        <Replace aria-hidden="true" />
      </IconButton>
      <IconButton
        label={`Processing history of ${file.originalName}`}
        title="Processing history"
        onClick={() => onOpen('timeline')}
      >
        <History aria-hidden="true" />
      </IconButton>
      <IconButton label={`Delete ${file.originalName}`} title="Delete" onClick={() => onOpen('delete')}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </span>
  )
}

function PlayedBy({ ids }: { ids: readonly string[] }) {
  const episodes = useMyEpisodes()
  return (
    <p className="studio:text-sm studio:wrap-anywhere">
      Played by{' '}
      {ids.map((id, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <Link to={`/episode/${id}`} className="studio:underline">
            {episodes.data?.find((episode) => episode.id === id)?.title ?? 'one of your episodes'}
          </Link>
        </span>
      ))}
    </p>
  )
}

function RetryButton({ file }: { file: MediaFile }) {
  const retry = useRetryMedia(file)
  return (
    <ActionButton
      text="Try again"
      icon={<RotateCcw aria-hidden="true" />}
      label={`Try again: ${file.originalName}`}
      action={retry}
      input={null}
    />
  )
}

/** New audio that will replace a file's audio, while it is processed or after it failed. */
function ReplacementNote({ replacement }: { replacement: Replacement }) {
  const cancel = useCancelReplacement()
  const { status, progress, failure, originalName } = replacement
  const hasFailed = status === 'failed'
  return (
    <div
      role="status"
      className="studio:flex studio:flex-wrap studio:items-center studio:justify-between studio:gap-x-3 studio:gap-y-1 studio:text-sm"
    >
      <p className={`studio:min-w-0 studio:flex-1 studio:basis-40 ${hasFailed ? 'studio:text-danger' : ''}`}>
        {hasFailed
          ? `${originalName} cannot replace it: ${failure ?? 'we could not read that file.'}`
          : `${originalName} is being checked${progress === null ? '' : `, ${Math.round(progress)}%`}. It replaces this audio as soon as it is ready.`}
      </p>
      <ActionButton text={hasFailed ? 'Dismiss' : 'Cancel'} look="quiet" action={cancel} input={replacement} />
    </div>
  )
}
