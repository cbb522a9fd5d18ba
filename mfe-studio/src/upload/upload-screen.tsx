import { AUDIO_FAMILIES } from '@griot/contracts/media/audio-types'
import type { OpenUpload } from '@griot/contracts/uploads'
import { useTabInAddress } from '@griot/shell-sdk/tab-in-address'
import { formatDayTime, formatFileSize } from '@griot/ui/format'
import { Row, RowList } from '@griot/ui/row-list'
import { Screen } from '@griot/ui/screen'
import { Panel, Section } from '@griot/ui/section'
import { Tabs } from '@griot/ui/tabs'
import { useState } from 'react'
import { ActionButton } from '../action.tsx'
import { FirstSteps } from '../first-steps/first-steps.tsx'
import { useMediaEvents, useMyMedia } from '../media/api.ts'
import { MediaGridSkeleton } from '../media/media-view.tsx'
import { OnDemand } from '../on-demand.tsx'
import { useCancelUpload, useStorage, useUnfinished } from './api.ts'
import { sizeLimitText, useChooseFiles } from './choose-files.ts'
import { ChosenFiles, UploadButton } from './chosen-files.tsx'
import { FilePicker } from './file-picker.tsx'
import { ProcessingRow } from './processing-row.tsx'
import { RefusedFiles } from './refused-files.tsx'
import { StorageUsed } from './storage-used.tsx'
import { UploadedFiles } from './uploaded-files.tsx'
import { type Uploads, useUploads } from './uploads.ts'

export function UploadScreen() {
  const tab = useTabInAddress(['upload', 'library'])
  const uploads = useUploads()
  useMediaEvents()

  return (
    <Screen title="Audio Content Management" intro="Upload, manage, and organize your podcast audio files">
      <Tabs
        label="Audio Content Management"
        {...tab}
        tabs={[
          { id: 'upload', label: 'Upload New', content: <UploadPanel uploads={uploads} /> },
          { id: 'library', label: 'Media Library', content: <LibraryOnDemand uploads={uploads} /> },
        ]}
      />
      {/* Below the tabs, which it must not move when it has loaded. */}
      <FirstSteps />
    </Screen>
  )
}

const loadLibrary = async () => (await import('./library-panel.tsx')).LibraryPanel

/** Loads the library and its dialogs when its tab is opened. */
function LibraryOnDemand({ uploads }: { uploads: Uploads }) {
  return (
    <OnDemand load={loadLibrary} what="your library" skeleton={<MediaGridSkeleton />}>
      {(LibraryPanel) => <LibraryPanel uploads={uploads} />}
    </OnDemand>
  )
}

function UploadPanel({ uploads }: { uploads: Uploads }) {
  const media = useMyMedia()
  const storage = useStorage()
  const { items, uploadedIds } = uploads

  const choose = useChooseFiles(uploads)
  // The success notices cover only uploads that finished after the page was opened and the last file was chosen.
  const [seen, setSeen] = useState(uploadedIds.length)
  const handlePick: typeof choose = (...picked) => {
    if (items.length === 0) setSeen(uploadedIds.length)
    choose(...picked)
  }

  const recent = media.data?.filter((file) => file.status === 'processing' || uploadedIds.includes(file.id)) ?? []
  const finishedIds = uploadedIds.slice(0, uploadedIds.length - seen)
  const uploaded = media.data?.filter((file) => file.status !== 'failed' && finishedIds.includes(file.id)) ?? []

  return (
    <div className="studio:grid studio:grid-cols-[minmax(0,1fr)] studio:items-start studio:gap-6 studio:lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="studio:grid studio:grid-cols-[minmax(0,1fr)] studio:gap-6">
        {/* Above the chosen files, which may fill the screen. */}
        <RefusedFiles uploads={uploads} />
        {items.length > 0 && <ChosenFiles uploads={uploads} />}
        <FilePicker onPick={handlePick} isForMore={items.length > 0} />
        {items.length === 0 && <UploadButton uploads={uploads} />}
        <UploadedFiles files={uploaded} />
        <UnfinishedUploads uploads={uploads} />
        {recent.length > 0 && (
          <Section title="Recent uploads" size="small">
            <RowList>
              {recent.map((file) => (
                <ProcessingRow key={file.id} file={file} />
              ))}
            </RowList>
          </Section>
        )}
      </div>
      <div className="studio:grid studio:gap-5">
        <Panel title="Upload Guidelines" look="raised">
          <dl className="studio:grid studio:gap-4">
            {guidelines(sizeLimitText(storage.data)).map(([term, text]) => (
              <div key={term}>
                <dt className="studio:text-sm studio:text-muted">{term}</dt>
                <dd className="studio:font-semibold">{text}</dd>
              </div>
            ))}
          </dl>
        </Panel>
        <StorageUsed />
      </div>
    </div>
  )
}

const guidelines = (sizeLimit: string) => [
  ['Supported formats', AUDIO_FAMILIES.join(', ')],
  ['Maximum file size', sizeLimit],
  ['Recommended bitrate', '128kbps or higher'],
  ['What happens next', 'We measure the length and check the sound. You can stay and watch, or come back later.'],
]

/** Uploads that continue when the user chooses their file again; nothing if there are none. */
function UnfinishedUploads({ uploads }: { uploads: Uploads }) {
  const unfinished = useUnfinished()
  const known = new Set(uploads.items.map(({ uploadId }) => uploadId))
  const others = unfinished.data?.filter(({ id }) => !known.has(id)) ?? []

  if (others.length === 0) return null
  return (
    <Section title="Unfinished uploads" size="small">
      <p className="studio:-mt-1 studio:mb-2 studio:text-sm studio:text-muted">
        Choose the same file again, in the browser where you started, and the upload continues where it stopped.
      </p>
      <RowList>
        {others.map((upload) => (
          <Unfinished key={upload.id} upload={upload} />
        ))}
      </RowList>
    </Section>
  )
}

function Unfinished({ upload: { id, originalName, receivedBytes, fileSize, expiresAt } }: { upload: OpenUpload }) {
  const cancel = useCancelUpload()
  const arrived = `${formatFileSize(receivedBytes)} of ${formatFileSize(fileSize)} arrived`
  return (
    <Row
      title={originalName}
      facts={`${arrived} · kept until ${formatDayTime(expiresAt)}`}
      end={<ActionButton text="Discard" label={`Discard ${originalName}`} action={cancel} input={id} />}
    />
  )
}
