import { REFUSED_FILE } from '@griot/contracts/media/audio-types'
import { AppError, invalid } from '@griot/service-kit/http/errors'
import { storageFull } from '@griot/service-kit/objects/files'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import type { UploadLimits } from '../config.ts'

/** An unfinished upload is kept for this long after its last byte. */
export const CONTINUED_WITHIN_MS = 24 * 60 * 60_000

export const tooLarge = () => new AppError(413, 'upload.too_large', REFUSED_FILE.size)
export const unsupportedType = () => new AppError(415, 'upload.unsupported_type', REFUSED_FILE.type)
export const emptyFile = () => invalid({ audio: 'This file is empty. Please choose another one.' })

const RETRY = { retryAfter: 5 }

interface Slot {
  ownerId: string
  uploadId: string
  /** The most that this request can send. */
  bytes: number
}

/** Limits the uploads that send bytes to this instance at the same time, in number and by the free space on the disk. */
export const createUploadSlots = (store: ObjectStore, limits: UploadLimits) => {
  const taken = new Set<Slot>()
  const uploadIds = (slots: Iterable<Slot>) => new Set(Array.from(slots, ({ uploadId }) => uploadId))

  const requireSlot = ({ ownerId, uploadId }: Slot) => {
    const own = uploadIds([...taken].filter((slot) => slot.ownerId === ownerId))
    // A second connection for the same upload needs no second slot: the first connection may be dead.
    if (own.has(uploadId)) return
    if (own.size >= limits.atOnceEach) {
      const message = `You can upload ${limits.atOnceEach} files at once. Please wait until one of them is done.`
      throw new AppError(429, 'upload.too_many', message, RETRY)
    }
    if (uploadIds(taken).size >= limits.atOnce) {
      const message = 'Many people are uploading right now. Please try again in a moment.'
      throw new AppError(503, 'upload.busy', message, RETRY)
    }
  }

  const requireFreeDisk = async () => {
    const free = await store.freeBytes()
    const expected = [...taken].reduce((sum, { bytes }) => sum + bytes, 0)
    if (free !== null && free - expected < limits.freeDiskBytes) throw storageFull()
  }

  return {
    /** Takes a slot before any byte is read, or throws 429, 503 or 507. Call the returned function to free it. */
    async take(slot: Slot) {
      const release = () => void taken.delete(slot)
      try {
        requireSlot(slot)
        taken.add(slot)
        await requireFreeDisk()
        return release
      } catch (error) {
        release()
        throw error
      }
    },
  }
}
export type UploadSlots = ReturnType<typeof createUploadSlots>
