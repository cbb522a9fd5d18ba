import type { MediaFile } from '@griot/contracts/media/media-file'
import { Badge } from '@griot/ui/badge'
import { Button } from '@griot/ui/button'
import { EmptyState } from '@griot/ui/empty-state'
import { Input, Select } from '@griot/ui/input'
import { QueryStates } from '@griot/ui/query-states'
import Music from 'lucide-react/icons/music'
import SearchX from 'lucide-react/icons/search-x'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { LinkDialog } from '../episodes/link-dialog.tsx'
import { useMyMedia } from '../media/api.ts'
import { DeleteDialog, RenameDialog } from '../media/media-dialogs.tsx'
import { MediaGrid, MediaGridSkeleton } from '../media/media-view.tsx'
import { usePreview } from '../media/preview-button.tsx'
import { TimelineDialog } from '../media/timeline.tsx'
import { type MediaAction, MediaCard } from './media-card.tsx'
import { ReplaceDialog, ReplacementUpload } from './replace-dialog.tsx'
import { StorageUsed } from './storage-used.tsx'
import type { Uploads } from './uploads.ts'

const DIALOGS = {
  link: LinkDialog,
  rename: RenameDialog,
  replace: ReplaceDialog,
  timeline: TimelineDialog,
  delete: DeleteDialog,
} satisfies Record<MediaAction, unknown>

type OpenDialog = { action: MediaAction; id: MediaFile['id'] } | null

const NO_FILTER: LibraryFilter = { typed: '', shown: 'all', sorted: 'newest' }

const EMPTY = (
  <EmptyState title="No media files yet" icon={<Music />}>
    No media files uploaded yet. Upload your first audio file to get started.
  </EmptyState>
)

export function LibraryPanel({ uploads }: { uploads: Uploads }) {
  const media = useMyMedia()
  const preview = usePreview()
  const [search, setSearch] = useSearchParams()
  const toReplace = search.get('replace')
  const [dialog, setDialog] = useState<OpenDialog>(toReplace === null ? null : { action: 'replace', id: toReplace })
  const [filter, setFilter] = useState<LibraryFilter>(NO_FILTER)
  const shown = filterFiles(media.data ?? [], filter)
  const close = () => {
    setDialog(null)
    if (toReplace !== null) setSearch({ tab: 'library' }, { replace: true })
  }
  // Read from the list, so that the open dialog shows later changes.
  const dialogFile = media.data?.find(({ id }) => id === dialog?.id)
  const DialogOfFile = dialog && DIALOGS[dialog.action]

  return (
    <>
      <div className="studio:mb-5 studio:flex studio:flex-wrap studio:items-center studio:gap-3">
        <h2 className="studio:text-2xl">Media Library</h2>
        {media.data && <Badge>{media.data.length === 1 ? '1 file' : `${media.data.length} files`}</Badge>}
        <StorageUsed />
      </div>
      <QueryStates query={media} what="your media library" skeleton={<MediaGridSkeleton />} empty={EMPTY}>
        {() => (
          <>
            <LibraryFilters filter={filter} onChange={setFilter} />
            <MediaGrid>
              {shown.map((file) => (
                <li key={file.id}>
                  <MediaCard file={file} preview={preview} onOpen={(action) => setDialog({ action, id: file.id })}>
                    <ReplacementUpload upload={uploads.items.find(({ replaces }) => replaces?.id === file.id)} />
                  </MediaCard>
                </li>
              ))}
            </MediaGrid>
            {shown.length === 0 && <NoMatch onShowAll={() => setFilter(NO_FILTER)} />}
          </>
        )}
      </QueryStates>
      {DialogOfFile && dialogFile && <DialogOfFile file={dialogFile} uploads={uploads} onClose={close} />}
    </>
  )
}

function NoMatch({ onShowAll }: { onShowAll: () => void }) {
  const action = (
    <Button look="secondary" onClick={onShowAll}>
      Show all files
    </Button>
  )
  return (
    <EmptyState title="No files found" icon={<SearchX />} action={action}>
      No file matches the search and the filter.
    </EmptyState>
  )
}

const SHOWN = {
  all: { label: 'All files', isShown: () => true },
  ready: { label: 'Ready', isShown: ({ status }) => status === 'ready' },
  processing: { label: 'Processing', isShown: ({ status }) => status === 'processing' },
  failed: { label: 'Failed', isShown: ({ status }) => status === 'failed' },
  unlinked: { label: 'Not linked to an episode', isShown: ({ episodeIds }) => episodeIds.length === 0 },
} satisfies Record<string, { label: string; isShown: (file: MediaFile) => boolean }>
type Shown = keyof typeof SHOWN

// "Part 10" comes after "Part 9".
const byName = (a: MediaFile, b: MediaFile) =>
  a.originalName.localeCompare(b.originalName, undefined, { numeric: true })

const SORTED = {
  newest: { label: 'Newest first', order: (a, b) => b.createdAt.localeCompare(a.createdAt) },
  oldest: { label: 'Oldest first', order: (a, b) => a.createdAt.localeCompare(b.createdAt) },
  name: { label: 'By name', order: byName },
  largest: { label: 'Largest first', order: (a, b) => b.fileSize - a.fileSize },
  longest: { label: 'Longest first', order: (a, b) => (b.duration ?? 0) - (a.duration ?? 0) },
} satisfies Record<string, { label: string; order: (a: MediaFile, b: MediaFile) => number }>
type Sorted = keyof typeof SORTED

interface LibraryFilter {
  typed: string
  shown: Shown
  sorted: Sorted
}

const filterFiles = (files: readonly MediaFile[], { typed, shown, sorted }: LibraryFilter) => {
  const wanted = typed.trim().toLowerCase()
  return files
    .filter((file) => SHOWN[shown].isShown(file) && file.originalName.toLowerCase().includes(wanted))
    .sort(SORTED[sorted].order)
}

const optionsOf = (choices: Record<string, { label: string }>) =>
  Object.entries(choices).map(([value, { label }]) => ({ value, label }))

type OnChange = (filter: LibraryFilter) => void

function LibraryFilters({ filter, onChange }: { filter: LibraryFilter; onChange: OnChange }) {
  return (
    <fieldset
      aria-label="Find files"
      className="studio:mb-5 studio:grid studio:grid-cols-2 studio:gap-3 studio:sm:grid-cols-[minmax(0,1fr)_auto_auto]"
    >
      <div className="studio:col-span-2 studio:sm:col-span-1">
        <Input
          label="Search your files"
          type="search"
          autoComplete="off"
          value={filter.typed}
          onChange={(event) => onChange({ ...filter, typed: event.target.value })}
        />
      </div>
      <Select
        label="Show"
        options={optionsOf(SHOWN)}
        value={filter.shown}
        onChange={(event) => onChange({ ...filter, shown: event.target.value as Shown })}
      />
      <Select
        label="Sort"
        options={optionsOf(SORTED)}
        value={filter.sorted}
        onChange={(event) => onChange({ ...filter, sorted: event.target.value as Sorted })}
      />
    </fieldset>
  )
}
