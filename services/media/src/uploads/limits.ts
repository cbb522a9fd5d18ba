import type { IncomingMessage } from 'node:http'
import { mostBytesOf, REFUSED_FILE, tooLargeText } from '@griot/contracts/media/audio-types'
import { bodyBytesOf } from '@griot/contracts/uploads'
import { type BodyRequest, type BodySlot, createBodySlots } from '@griot/service-kit/http/body-slots'
import { AppError, invalid } from '@griot/service-kit/http/errors'
import { storageFull } from '@griot/service-kit/objects/files'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import type { UploadLimits } from '../config.ts'
import type { UploadShares } from './upload-shares.ts'

/** An unfinished upload is kept for this long after its last byte. */
export const CONTINUED_WITHIN_MS = 24 * 60 * 60_000

const tooLarge = (mostBytes: number) => new AppError(413, 'upload.too_large', tooLargeText(mostBytes))

/** Throws 413 if a file of this type and size is not accepted. */
export const requireSize = (
  mimeType: string,
  sizeBytes: number,
  { losslessBytes }: Pick<UploadLimits, 'losslessBytes'>,
) => {
  const most = mostBytesOf(mimeType, losslessBytes)
  if (sizeBytes > most) throw tooLarge(most)
}

/** For a body that is larger than every accepted file. */
export const bodyTooLarge = ({ losslessBytes }: Pick<UploadLimits, 'losslessBytes'>) => tooLarge(losslessBytes)
export const unsupportedType = () => new AppError(415, 'upload.unsupported_type', REFUSED_FILE.type)
export const emptyFile = () => invalid({ audio: 'This file is empty. Please choose another one.' })

const RETRY = { retryAfter: 5 }

/**
 * Limits the uploads that send bytes at the same time, in number and by the free space on the disk. The number of one user
 * holds over all instances, the others for this instance.
 */
export const createUploadSlots = (store: ObjectStore, shares: UploadShares, limits: UploadLimits) => {
  const refusals: BodyRequest['refusals'] = {
    tooMany: () => {
      const message = `You can upload ${limits.atOnceEach} files at once. Please wait until one of them is done.`
      return new AppError(429, 'upload.too_many', message, RETRY)
    },
    busy: () => {
      const message = 'Many people are uploading right now. Please try again in a moment.'
      return new AppError(503, 'upload.busy', message, RETRY)
    },
    tooLarge: () => bodyTooLarge(limits),
    aborted: () => new AppError(400, 'upload.aborted', 'The upload was canceled.'),
  }
  const slots = createBodySlots({
    each: limits.atOnceEach,
    total: limits.atOnce,
    minimumSpeed: limits.minimumSpeed,
    maxBytes: bodyBytesOf(limits.losslessBytes),
  })
  const taken = new Set<UploadSlot>()

  /** Throws 507 if the bytes of this upload and those that other uploads are sending would leave too little space. */
  const requireFreeDisk = async (uploadId: string, bytes: number) => {
    const free = await store.freeBytes()
    const others = [...taken].filter((slot) => slot.uploadId !== uploadId)
    const expected = others.reduce((sum, slot) => sum + slot.bytes, bytes)
    if (free !== null && free - expected < limits.freeDiskBytes) throw storageFull()
  }

  return {
    requireFreeDisk,
    /** Takes a slot before any byte is read, or throws 429, 503 or 507. `bytes` is the most that the request can send. */
    async take(
      { ownerId, uploadId, bytes }: { ownerId: string; uploadId: string; bytes: number },
      request: IncomingMessage,
    ) {
      const bodySlot = await slots.take({ person: ownerId, id: uploadId, request, refusals })
      let releaseShare: (() => void) | undefined
      let isReleased = false
      const slot: UploadSlot = {
        ...bodySlot,
        uploadId,
        bytes,
        release() {
          if (isReleased) return
          isReleased = true
          taken.delete(slot)
          bodySlot.release()
          releaseShare?.()
        },
      }
      taken.add(slot)
      try {
        releaseShare = await shares.take(ownerId, uploadId)
        if (releaseShare === undefined) throw refusals.tooMany()
        await requireFreeDisk(uploadId, bytes)
        return slot
      } catch (error) {
        slot.release()
        throw error
      }
    },
  }
}

interface UploadSlot extends BodySlot {
  uploadId: string
  bytes: number
}
export type UploadSlots = ReturnType<typeof createUploadSlots>
