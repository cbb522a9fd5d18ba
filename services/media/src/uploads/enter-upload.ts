import type { IncomingMessage } from 'node:http'
import type { Db } from '@griot/service-kit/db'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import { discardRest } from '@griot/service-kit/upload-form'
import type { UploadLimits } from './limits.ts'
import { requireFreeDisk } from './room.ts'
import type { UploadSlots } from './upload-slots.ts'

export interface UploadParts {
  db: Db
  store: ObjectStore
  slots: UploadSlots
  limits: UploadLimits
}

interface Entering {
  ownerId: string
  uploadId: string
  /** That are coming, at most. */
  bytes: number
  request: IncomingMessage
}

/** A place among the uploads and room on the disk, before a byte is read; call what it answers when they have ended. */
export const enterUpload = async (parts: UploadParts, { ownerId, uploadId, bytes, request }: Entering) => {
  let leave = () => {}
  try {
    leave = parts.slots.take(ownerId, uploadId, bytes)
    await requireFreeDisk(parts)
    return leave
  } catch (error) {
    leave()
    discardRest(request)
    throw error
  }
}
