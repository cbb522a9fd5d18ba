import type { MediaFile } from '@griot/contracts/media/media-file'
import { Badge } from '@griot/ui/badge'
import { Button } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import { formatFileSize } from '@griot/ui/format'
import { LoadFailed } from '@griot/ui/load-failed'
import Music from 'lucide-react/icons/music'
import SearchX from 'lucide-react/icons/search-x'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useMyMedia } from '../media/api.ts'
import { DeleteDialog } from '../media/delete-dialog.tsx'
import { LinkDialog } from '../media/link-dialog.tsx'
import { type MediaAction, MediaCard } from '../media/media-card.tsx'
import { MediaGrid, MediaGridSkeleton } from '../media/media-grid.tsx'
import { RenameDialog } from '../media/rename-dialog.tsx'
import { REPLACE } from '../media/replace-address.ts'
import { TimelineDialog } from '../media/timeline-dialog.tsx'
import { usePreview } from '../media/use-preview.ts'
import { useStorage } from './api.ts'
import { LibraryFilters } from './library-filters.tsx'
import { pickFiles, type Wish } from './pick-files.ts'
import { NewAudioOnItsWay, ReplaceDialog } from './replace-dialog.tsx'
import { StorageUsed } from './storage-used.tsx'
import type { Uploads } from './use-uploads.ts'

type Asked = { action: MediaAction; id: MediaFile['id'] } | null

const EVERYTHING: Wish = { typed: '', shown: 'all', sorted: 'newest' }

const bytesOf = (files: readonly MediaFile[]) => files.reduce((sum, { fileSize }) => sum + fileSize, 0)

export function LibraryPanel({ uploads }: { uploads: Uploads }) {
  const media = useMyMedia()
  const storage = useStorage()
  const [search, setSearch] = useSearchParams()
  const toReplace = search.get(REPLACE)
  const [asked, setAsked] = useState<Asked>(toReplace === null ? null : { action: 'replace', id: toReplace })
  const [wish, setWish] = useState<Wish>(EVERYTHING)
  const close = () => {
    setAsked(null)
    if (toReplace !== null) setSearch({ tab: 'library' }, { replace: true })
  }
  // As it is now, and not as it was when the dialog opened.
  const askedFile = media.data?.find(({ id }) => id === asked?.id)

  return (
    <>
      <div className="studio:mb-5 studio:flex studio:flex-wrap studio:items-center studio:gap-3">
        <h2 className="studio:text-2xl">Media Library</h2>
        {media.data && <Badge>{media.data.length === 1 ? '1 file' : `${media.data.length} files`}</Badge>}
        {media.data && media.data.length > 0 && !storage.data && (
          <span className="studio:text-sm studio:text-muted">{formatFileSize(bytesOf(media.data))} used</span>
        )}
        <StorageUsed />
      </div>
      {media.isPending && <MediaGridSkeleton />}
      {media.isError && <LoadFailed what="your media library" onRetry={media.refetch} />}
      {media.data?.length === 0 && (
        <EmptyState title="Nothing here yet" icon={<Music />}>
          No media files uploaded yet. Upload your first audio file to get started.
        </EmptyState>
      )}
      {media.data && media.data.length > 0 && (
        <>
          <LibraryFilters wish={wish} onChange={setWish} />
          <Files
            files={pickFiles(media.data, wish)}
            uploads={uploads}
            onAsk={setAsked}
            onShowAll={() => setWish(EVERYTHING)}
          />
        </>
      )}
      {askedFile && asked?.action === 'link' && <LinkDialog file={askedFile} onClose={close} />}
      {askedFile && asked?.action === 'rename' && <RenameDialog file={askedFile} onClose={close} />}
      {askedFile && asked?.action === 'replace' && <ReplaceDialog file={askedFile} uploads={uploads} onClose={close} />}
      {askedFile && asked?.action === 'timeline' && <TimelineDialog file={askedFile} onClose={close} />}
      {askedFile && asked?.action === 'delete' && <DeleteDialog file={askedFile} onClose={close} />}
    </>
  )
}

interface FilesProps {
  files: readonly MediaFile[]
  uploads: Uploads
  onAsk: (asked: Asked) => void
  onShowAll: () => void
}

function Files({ files, uploads, onAsk, onShowAll }: FilesProps) {
  const preview = usePreview()

  if (files.length === 0) {
    return (
      <EmptyState
        title="No file fits"
        icon={<SearchX />}
        action={
          <Button look="secondary" onClick={onShowAll}>
            Show all files
          </Button>
        }
      >
        None of your files is called that, or is in that state.
      </EmptyState>
    )
  }
  return (
    <MediaGrid>
      {files.map((file) => (
        <li key={file.id}>
          <MediaCard file={file} preview={preview} onAsk={(action) => onAsk({ action, id: file.id })}>
            <NewAudioOnItsWay upload={uploads.items.find(({ replaces }) => replaces?.id === file.id)} />
          </MediaCard>
        </li>
      ))}
    </MediaGrid>
  )
}
