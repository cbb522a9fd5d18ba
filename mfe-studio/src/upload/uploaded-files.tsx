import type { MediaFile } from '@griot/contracts/media/media-file'
import CircleCheck from 'lucide-react/icons/circle-check'

/** One notice for each file that the server has; nothing if there are none. */
export function UploadedFiles({ files }: { files: readonly MediaFile[] }) {
  return (
    <div role="status" className="studio:empty:-mt-6">
      {files.length > 0 && (
        <ul aria-label="Uploaded files" className="studio:grid studio:gap-2">
          {files.map(({ id, originalName }) => (
            <li
              key={id}
              className="studio:flex studio:items-center studio:gap-3 studio:rounded-m studio:bg-teal-wash studio:px-4 studio:py-3 studio:text-teal"
            >
              <CircleCheck size={22} aria-hidden="true" className="studio:flex-none" />
              <div className="studio:min-w-0">
                <p className="studio:text-sm studio:wrap-anywhere">{originalName}</p>
                <p className="studio:font-semibold">
                  File uploaded successfully! You can now link it to podcast episodes.
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
