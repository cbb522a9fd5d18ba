import { sql } from '@griot/service-kit/db/db'
import { isUnavailable } from '@griot/service-kit/http/errors'
import { CONTINUED_WITHIN_MS } from './limits.ts'
import type { StoreParts } from './store-upload.ts'
import { type StoredUpload, storedUploads } from './uploads.queries.ts'

type AbandonParts = Pick<StoreParts, 'db' | 'store'>

/**
 * Removes the stored bytes and the row of an upload. Keeps the bytes if the upload became a media file: a commit may
 * have succeeded although its response was lost.
 */
export const abandonUpload = async ({ db, store }: AbandonParts, { id, objectKey }: StoredUpload) => {
  const isMediaFile = (await db.run(sql`select 1 from media_file where id = ${id}`)) === 1
  if (!isMediaFile) {
    await store.partials.discard(objectKey)
    await store.remove(objectKey)
  }
  await db.run(sql`delete from upload where id = ${id}`)
}

/** Abandons a failed upload. If the store is unavailable, frees its quota and leaves the bytes to the next sweep. */
export const abandonFailed = async (parts: AbandonParts, upload: StoredUpload, failure: unknown) => {
  if (!isUnavailable(failure, 'storage')) return abandonUpload(parts, upload)
  await parts.db.run(sql`update upload set reserved_bytes = 0, started_at = '-infinity' where id = ${upload.id}`)
}

const LONGEST_FORM_UPLOAD = '1 hour'

/** Abandons uploads that were not continued in time or whose process was killed. Returns their number. */
export const sweepUploads = async (parts: AbandonParts) => {
  const uploads = await storedUploads(
    parts.db,
    sql`
      case when touched_at is null
        then started_at < clock_timestamp() - ${LONGEST_FORM_UPLOAD}::interval
        else touched_at < clock_timestamp() - ${`${CONTINUED_WITHIN_MS} milliseconds`}::interval
      end
      order by started_at limit 100
    `,
  )
  for (const upload of uploads) await abandonUpload(parts, upload)
  return uploads.length
}

export const abandonAllOf = async (parts: AbandonParts, ownerId: string) => {
  for (const upload of await storedUploads(parts.db, sql`owner_id = ${ownerId}`)) await abandonUpload(parts, upload)
}
