import type { Db } from '@griot/service-kit/db'
import { isUnavailable } from '@griot/service-kit/errors'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import { abandonedUploads, becameFile, forgetUpload, leaveToSweep, type Upload } from './uploads.queries.ts'

interface AbandonParts {
  db: Db
  store: ObjectStore
}

/**
 * Removes what an upload has stored. Asks first whether it became a file after all: a commit whose answer was lost is
 * still a commit, and the bytes belong to that file then.
 */
export const abandonUpload = async ({ db, store }: AbandonParts, { id, objectKey }: Upload) => {
  if (!(await becameFile(db, id))) {
    await store.arriving.abandon(objectKey)
    await store.remove(objectKey)
  }
  await forgetUpload(db, id)
}

/**
 * The same while the store is away: the room is free at once, and the sweep removes what has arrived when it can. Whoever
 * sent it need not wait for that.
 */
export const giveUpUpload = async (parts: AbandonParts, upload: Upload, why: unknown) => {
  if (isUnavailable(why, 'storage')) await leaveToSweep(parts.db, upload.id)
  else await abandonUpload(parts, upload)
}

/** Finishes what a killed process could not: uploads that began long ago, or were not continued for long, and never became a file. */
export const sweepUploads = async (parts: AbandonParts) => {
  const uploads = await abandonedUploads(parts.db)
  for (const upload of uploads) await abandonUpload(parts, upload)
  return uploads.length
}
