import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { MAX_UPLOAD_BYTES } from '@griot/contracts/media/audio-types'
import { inTransaction } from '@griot/service-kit/db'
import { invalid } from '@griot/service-kit/errors'
import { type Caller, nameOf } from '@griot/service-kit/identity'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import { enqueue } from '@griot/service-kit/outbox'
import { ProbeMedia } from '../processing/probe-media.job.ts'
import { originalKey } from '../storage/keys.ts'
import { giveUpUpload } from './abandon-upload.ts'
import { ByteMeter } from './byte-meter.ts'
import { enterUpload, type UploadParts } from './enter-upload.ts'
import { type IncomingFile, receiveFile, tooLarge } from './receive-file.ts'
import { beginWithinQuota } from './room.ts'
import { completeUpload, type ReceivedFile } from './uploads.queries.ts'

/**
 * Streams the one file of a form into the store, and then writes its row and its job in one transaction. Answers when
 * all of it is durable; when it fails, nothing stays behind.
 */
export const uploadFile = async (parts: UploadParts, owner: Caller, request: IncomingMessage) => {
  const { db, store, limits } = parts
  const id = randomUUID()
  const reservedBytes = mostBytesOf(request)
  const upload = { id, ownerId: owner.id, objectKey: originalKey(id), reservedBytes }
  const leave = await enterUpload(parts, { ownerId: owner.id, uploadId: id, bytes: reservedBytes, request })
  try {
    const received = await receiveFile(
      request,
      async (file) => {
        await beginWithinQuota(db, owner, upload, limits)
        return keepBytes(store, upload.objectKey, file)
      },
      limits.pace,
    )
    return await inTransaction(db, async (tx) => {
      const file = await completeUpload(tx, upload, { ...received, ownerName: nameOf(owner) })
      await enqueue(tx, ProbeMedia, { mediaFileId: id, revision: file.revision })
      return file.shown
    })
  } catch (error) {
    // Should the database be what is down, the sweep finds the upload's row later.
    await giveUpUpload({ db, store }, upload, error).catch(() => {})
    throw error
  } finally {
    leave()
  }
}

/** A form is a little longer than its file; one that does not say how long it is may be as long as any. */
const mostBytesOf = ({ headers }: IncomingMessage) =>
  Math.min(Number(headers['content-length'] ?? MAX_UPLOAD_BYTES), MAX_UPLOAD_BYTES)

const keepBytes = async (store: ObjectStore, key: string, file: IncomingFile): Promise<ReceivedFile> => {
  const meter = new ByteMeter(MAX_UPLOAD_BYTES, tooLarge)
  const metering = pipeline(file.bytes, meter)
  metering.catch(() => {})
  await store.put(key, meter)
  await metering
  if (meter.bytes === 0) throw invalid({ audio: 'This file is empty. Please choose another one.' })
  return { originalName: file.name, mimeType: file.mimeType, sizeBytes: meter.bytes, sha256: meter.sha256() }
}
