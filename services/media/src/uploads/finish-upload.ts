import { createHash } from 'node:crypto'
import { type Db, inTransaction } from '@griot/service-kit/db'
import { isUnavailable } from '@griot/service-kit/errors'
import type { Log } from '@griot/service-kit/log'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import { enqueue, type Outbox } from '@griot/service-kit/outbox'
import { ProbeMedia } from '../processing/probe-media.job.ts'
import { allOpenUploads, lockUpload, type OpenUpload } from './open-uploads.queries.ts'
import { completeUpload } from './uploads.queries.ts'

export interface FinishParts {
  db: Db
  store: ObjectStore
  outbox: Pick<Outbox, 'kick'>
  log: Log
}

/** Makes a media file of an upload whose bytes have all arrived. Doing so again changes nothing. */
export const finishUpload = async ({ db, store, outbox, log }: FinishParts, upload: OpenUpload) => {
  const hash = createHash('sha256')
  const { size } = await store.arriving.complete(upload.objectKey, (chunk) => hash.update(chunk))
  if (size !== upload.sizeBytes) throw new Error(`${size} bytes are stored of an upload of ${upload.sizeBytes}`)
  const sha256 = hash.digest()
  const isNew = await inTransaction(db, async (tx) => {
    if (!(await lockUpload(tx, upload.id))) return false
    const file = await completeUpload(tx, upload, { ...upload, sha256 })
    await enqueue(tx, ProbeMedia, { mediaFileId: upload.id, revision: file.revision })
    return true
  })
  outbox.kick()
  if (isNew) log.info({ mediaFileId: upload.id, bytes: size }, 'file uploaded')
}

/**
 * Finishes uploads whose last byte had come when the process was killed, or when the store went away: their senders may
 * never ask again. What cannot be finished now is there the next time.
 */
export const finishArrived = async (parts: FinishParts, quietMinutes = 0) => {
  for (const upload of await allOpenUploads(parts.db, quietMinutes)) {
    try {
      const arrived = await parts.store.arriving.arrived(upload.objectKey)
      if (arrived === upload.sizeBytes) await finishUpload(parts, upload)
    } catch (error) {
      parts.log.warn({ err: error, uploadId: upload.id }, 'upload not finished')
      if (isUnavailable(error, 'storage')) return
    }
  }
}
