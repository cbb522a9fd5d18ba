import type { MediaFile } from '@griot/contracts/media'
import { Badge } from '@griot/ui/badge'
import { EmptyState } from '@griot/ui/empty-state'
import { LoadFailed } from '@griot/ui/load-failed'
import Music from 'lucide-react/icons/music'
import { useState } from 'react'
import { useMyMedia } from '../media/api.ts'
import { DeleteDialog } from '../media/delete-dialog.tsx'
import { LinkDialog } from '../media/link-dialog.tsx'
import { type MediaAction, MediaCard } from '../media/media-card.tsx'
import { MediaGrid, MediaGridSkeleton } from '../media/media-grid.tsx'
import { RenameDialog } from '../media/rename-dialog.tsx'
import { TimelineDialog } from '../media/timeline-dialog.tsx'
import { usePreview } from '../media/use-preview.ts'

type Asked = { action: MediaAction; id: MediaFile['id'] } | null

export function LibraryPanel() {
  const media = useMyMedia()
  const preview = usePreview()
  const [asked, setAsked] = useState<Asked>(null)
  const close = () => setAsked(null)
  // As it is now, and not as it was when the dialog opened.
  const askedFile = media.data?.find(({ id }) => id === asked?.id)

  return (
    <>
      <div className="studio:mb-5 studio:flex studio:items-center studio:gap-3">
        <h2 className="studio:text-2xl">Media Library</h2>
        {media.data && <Badge>{media.data.length === 1 ? '1 file' : `${media.data.length} files`}</Badge>}
      </div>
      {media.isPending && <MediaGridSkeleton />}
      {media.isError && <LoadFailed what="your media library" onRetry={media.refetch} />}
      {media.data?.length === 0 && (
        <EmptyState title="Nothing here yet" icon={<Music />}>
          No media files uploaded yet. Upload your first audio file to get started.
        </EmptyState>
      )}
      {media.data && media.data.length > 0 && (
        <MediaGrid>
          {media.data.map((file) => (
            <li key={file.id}>
              <MediaCard file={file} preview={preview} onAsk={(action) => setAsked({ action, id: file.id })} />
            </li>
          ))}
        </MediaGrid>
      )}
      {askedFile && asked?.action === 'link' && <LinkDialog file={askedFile} onClose={close} />}
      {askedFile && asked?.action === 'rename' && <RenameDialog file={askedFile} onClose={close} />}
      {askedFile && asked?.action === 'timeline' && <TimelineDialog file={askedFile} onClose={close} />}
      {askedFile && asked?.action === 'delete' && <DeleteDialog file={askedFile} onClose={close} />}
    </>
  )
}
