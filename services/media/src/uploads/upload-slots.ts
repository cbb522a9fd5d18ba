import { AppError } from '@griot/service-kit/errors'
import type { UploadLimits } from './limits.ts'

const TRY_AGAIN_SECONDS = 5

/** The uploads that send bytes to this process right now. */
export interface UploadSlots {
  /** Takes a place, or says that there is none; call what it answers when the bytes have ended. */
  take(ownerId: string, uploadId: string, bytes: number): () => void
  /** What is still to come of all of them, at most. */
  expectedBytes(): number
}

/**
 * Few at once of one person, so that nobody takes the line from the others, and not too many of all. A second
 * connection for the same upload takes no second place: the first one may be dead without our knowing.
 */
export const createUploadSlots = ({ atOnceEach, atOnce }: Pick<UploadLimits, 'atOnceEach' | 'atOnce'>): UploadSlots => {
  const taken = new Set<{ ownerId: string; uploadId: string; bytes: number }>()
  const uploads = (ownerId?: string) =>
    new Set([...taken].filter((slot) => ownerId === undefined || slot.ownerId === ownerId).map((slot) => slot.uploadId))

  return {
    take(ownerId, uploadId, bytes) {
      const own = uploads(ownerId)
      if (!own.has(uploadId)) {
        if (own.size >= atOnceEach) throw tooMany(atOnceEach)
        if (uploads().size >= atOnce) throw busy()
      }
      const slot = { ownerId, uploadId, bytes }
      taken.add(slot)
      return () => taken.delete(slot)
    },
    expectedBytes: () => [...taken].reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

const tooMany = (most: number) =>
  new AppError(429, 'upload.too_many', `You can upload ${most} files at once. Please wait until one of them is done.`, {
    retryAfter: TRY_AGAIN_SECONDS,
  })

const busy = () =>
  new AppError(503, 'upload.busy', 'Many people are uploading right now. Please try again in a moment.', {
    retryAfter: TRY_AGAIN_SECONDS,
  })
