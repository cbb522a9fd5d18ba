import CircleCheck from 'lucide-react/icons/circle-check'
import { useState } from 'react'
import { useMyMedia } from '../media/api.ts'
import { ChosenFiles } from './chosen-files.tsx'
import { FilePicker } from './file-picker.tsx'
import { Guidelines } from './guidelines.tsx'
import { ProcessingRow } from './processing-row.tsx'
import { StorageUsed } from './storage-used.tsx'
import { UnfinishedUploads } from './unfinished-uploads.tsx'
import { UploadButton } from './upload-button.tsx'
import { useChooseFiles } from './use-choose-files.ts'
import type { Uploads } from './use-uploads.ts'

export function UploadPanel({ uploads }: { uploads: Uploads }) {
  const media = useMyMedia()
  const { items, uploadedIds } = uploads

  const choose = useChooseFiles(uploads)
  // Notices are about this look at the page, and about what was chosen last; the uploads themselves go on while one is
  // elsewhere.
  const [seen, setSeen] = useState(uploadedIds.length)
  const handlePick = (files: readonly File[]) => {
    if (items.length === 0) setSeen(uploadedIds.length)
    choose(files)
  }

  const recent = media.data?.filter((file) => file.status === 'processing' || uploadedIds.includes(file.id)) ?? []
  // Nothing can be done with what turned out to be no recording.
  const isUseless = (id: string) => media.data?.find((file) => file.id === id)?.status === 'failed'
  const isUploaded = items.length === 0 && uploadedIds.slice(0, uploadedIds.length - seen).some((id) => !isUseless(id))

  return (
    <div className="studio:grid studio:grid-cols-[minmax(0,1fr)] studio:items-start studio:gap-6 studio:lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="studio:grid studio:grid-cols-[minmax(0,1fr)] studio:gap-6">
        {items.length > 0 && <ChosenFiles uploads={uploads} />}
        <FilePicker onPick={handlePick} isForMore={items.length > 0} />
        {items.length === 0 && <UploadButton disabled />}
        <div role="status" className="studio:empty:-mt-6">
          {isUploaded && (
            <p className="studio:flex studio:items-center studio:gap-3 studio:rounded-m studio:bg-teal-wash studio:px-4 studio:py-3 studio:font-semibold studio:text-teal">
              <CircleCheck size={22} aria-hidden="true" className="studio:flex-none" />
              File uploaded successfully! You can now link it to podcast episodes.
            </p>
          )}
        </div>
        <UnfinishedUploads uploads={uploads} />
        {recent.length > 0 && (
          <section aria-labelledby="recent-uploads">
            <h2 id="recent-uploads" className="studio:text-xl">
              Recent uploads
            </h2>
            <ul className="studio:mt-2 studio:divide-y studio:divide-line studio:border-y studio:border-line">
              {recent.map((file) => (
                <ProcessingRow key={file.id} file={file} />
              ))}
            </ul>
          </section>
        )}
      </div>
      <div className="studio:grid studio:gap-5">
        <Guidelines />
        <StorageUsed />
      </div>
    </div>
  )
}
