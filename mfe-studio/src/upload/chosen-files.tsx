import { useMyMedia } from '../media/api.ts'
import { ChosenFile } from './chosen-file.tsx'
import { isInLibrary } from './known-files.ts'
import { UploadButton } from './upload-button.tsx'
import type { Uploads } from './use-uploads.ts'

/** All that was chosen, each with its own way to the server, and the one button that sends them off. */
export function ChosenFiles({ uploads }: { uploads: Uploads }) {
  const { items } = uploads
  const media = useMyMedia()
  const chosen = items.filter(({ state }) => state === 'chosen').length
  const isBusy = items.some(({ state }) => state === 'waiting' || state === 'sending')
  const isPending = chosen === 0 && isBusy

  return (
    <div className="studio:grid studio:gap-4">
      <ul aria-label="Selected files" className="studio:grid studio:gap-4">
        {items.map((upload) => (
          <li key={upload.key}>
            <ChosenFile
              upload={upload}
              uploads={uploads}
              isOnly={items.length === 1}
              isThere={isInLibrary(upload, media.data ?? [])}
            />
          </li>
        ))}
      </ul>
      <UploadButton files={chosen} pending={isPending} disabled={chosen === 0} onClick={() => uploads.start()} />
    </div>
  )
}
