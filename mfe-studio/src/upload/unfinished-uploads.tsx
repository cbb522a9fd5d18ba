import type { OpenUpload } from '@griot/contracts/uploads'
import { Button } from '@griot/ui/button'
import { formatDayTime, formatFileSize } from '@griot/ui/format'
import { useGiveUp, useUnfinished } from './api.ts'
import type { Uploads } from './use-uploads.ts'

/** What was begun and is not whole: it goes on as soon as its file is chosen again. Nothing when there is none. */
export function UnfinishedUploads({ uploads }: { uploads: Uploads }) {
  const unfinished = useUnfinished()
  const known = new Set(uploads.items.map(({ uploadId }) => uploadId))
  const others = unfinished.data?.filter(({ id }) => !known.has(id)) ?? []

  if (others.length === 0) return null
  return (
    <section aria-labelledby="unfinished-uploads">
      <h2 id="unfinished-uploads" className="studio:text-xl">
        Unfinished uploads
      </h2>
      <p className="studio:mt-1 studio:text-sm studio:text-muted">
        Choose the same file again, in the browser where you began, and it goes on where it stopped.
      </p>
      <ul className="studio:mt-2 studio:divide-y studio:divide-line studio:border-y studio:border-line">
        {others.map((upload) => (
          <Unfinished key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  )
}

function Unfinished({ upload: { id, originalName, receivedBytes, fileSize, expiresAt } }: { upload: OpenUpload }) {
  const giveUp = useGiveUp()
  return (
    <li className="studio:flex studio:flex-wrap studio:items-center studio:gap-x-4 studio:gap-y-2 studio:py-3">
      <div className="studio:min-w-0 studio:flex-1 studio:basis-40">
        <p className="studio:font-semibold studio:wrap-anywhere">{originalName}</p>
        <p className="studio:text-sm studio:text-muted">
          {formatFileSize(receivedBytes)} of {formatFileSize(fileSize)} arrived · kept until {formatDayTime(expiresAt)}
        </p>
      </div>
      <Button
        look="secondary"
        size="small"
        aria-label={`Give up ${originalName}`}
        pending={giveUp.isPending}
        onClick={() => giveUp.mutate(id)}
      >
        Give up
      </Button>
    </li>
  )
}
