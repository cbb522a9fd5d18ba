import type { Readable } from 'node:stream'
import { type Db, inTransaction, sql } from '@griot/service-kit/db/db'
import { isUnavailable } from '@griot/service-kit/http/errors'
import type { Log } from '@griot/service-kit/log/log'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import { enqueue } from '@griot/service-kit/queue/outbox'
import { findFile } from '../files/media-file.ts'
import { ProbeMedia } from '../processing/probe-media.job.ts'
import { hashObject } from '../storage/objects.ts'
import { withStep } from '../timeline/timeline.queries.ts'
import type { RunningHashes } from './running-hashes.ts'
import { type NewUpload, openUploads, type StoredUpload } from './uploads.queries.ts'

const FIRST_REVISION = 1

export interface StoreParts {
  db: Db
  store: ObjectStore
  hashes: RunningHashes
  log: Log
}

/** Stores bytes of an upload from `offset` on, and returns where they end. */
export const storeBytes = (
  { store, hashes }: StoreParts,
  { id, objectKey }: StoredUpload,
  offset: number,
  source: Readable,
) => store.partials.append(objectKey, offset, hashes.hashed(id, offset, source))

/**
 * Makes a media file of an upload whose bytes have all arrived, and its processing job. Returns undefined if that was
 * done before, or if the upload was cancelled.
 */
export const finishUpload = async (
  { db, store, hashes, log }: StoreParts,
  upload: NewUpload & { sizeBytes: number },
) => {
  const { size } = await store.partials.complete(upload.objectKey)
  if (size !== upload.sizeBytes) throw new Error(`${size} bytes are stored of an upload of ${upload.sizeBytes}`)
  const sha256 = hashes.take(upload.id, size) ?? (await hashObject(store, upload.objectKey))
  const file = await inTransaction(db, async (tx) => {
    // Of two concurrent calls the second waits for this row and then finds no row.
    if ((await tx.run(sql`delete from upload where id = ${upload.id}`)) === 0) return undefined
    const received = sql`
      insert into media_file (id, owner_id, owner_name, original_name, mime_type, size_bytes, sha256, object_key)
      values (
        ${upload.id}, ${upload.ownerId}, ${upload.ownerName}, ${upload.originalName}, ${upload.mimeType}, ${size},
        ${sha256}, ${upload.objectKey}
      )
      returning id, revision
    `
    await tx.run(withStep(received, { kind: 'received' }))
    await enqueue(tx, ProbeMedia, { mediaFileId: upload.id, revision: FIRST_REVISION })
    return findFile(tx, upload.id)
  })
  if (file !== undefined) log.info({ mediaFileId: upload.id, bytes: size }, 'file uploaded')
  return file
}

/**
 * Finishes uploads whose last byte arrived before the process was killed or the store became unavailable; their clients
 * may never return. An upload that cannot be finished now is finished by a later call.
 */
export const finishArrived = async (parts: StoreParts, quietMinutes = 0) => {
  const quiet = sql`
    touched_at <= clock_timestamp() - make_interval(mins => ${quietMinutes}) order by started_at limit 1000
  `
  for (const upload of await openUploads(parts.db, quiet)) {
    try {
      const arrived = await parts.store.partials.size(upload.objectKey)
      if (arrived === upload.sizeBytes) await finishUpload(parts, upload)
    } catch (error) {
      parts.log.warn({ err: error, uploadId: upload.id }, 'upload could not be finished, will retry')
      if (isUnavailable(error, 'storage')) return
    }
  }
}
