import type { OpenUpload } from '@griot/contracts/uploads'
import type { Caller } from '@griot/service-kit/identity'
import type { UploadParts } from './enter-upload.ts'
import { CONTINUED_WITHIN_MS } from './limits.ts'
import { openUploadsOf } from './open-uploads.queries.ts'

/** Someone's unfinished uploads, newest first. */
export const listUploads = async ({ db, store }: Pick<UploadParts, 'db' | 'store'>, owner: Caller) => {
  const uploads: OpenUpload[] = []
  for (const open of await openUploadsOf(db, owner.id)) {
    uploads.push({
      id: open.id,
      originalName: open.originalName,
      mimeType: open.mimeType,
      fileSize: open.sizeBytes,
      receivedBytes: await store.arriving.arrived(open.objectKey),
      startedAt: open.startedAt,
      expiresAt: new Date(Date.parse(open.touchedAt) + CONTINUED_WITHIN_MS).toISOString(),
    })
  }
  return uploads
}
