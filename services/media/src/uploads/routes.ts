import type { Endpoint } from '@griot/contracts/endpoint'
import { UploadMedia } from '@griot/contracts/media/files'
import {
  CancelUpload,
  ContinueUpload,
  CreateUpload,
  GetStorage,
  GetUploadOffset,
  ListUploads,
  type OpenUpload,
} from '@griot/contracts/uploads'
import { sql } from '@griot/service-kit/db/db'
import { unauthenticated } from '@griot/service-kit/http/errors'
import { on, onStream, type Route } from '@griot/service-kit/http/route'
import { discardRest } from '@griot/service-kit/http/upload-form'
import { type UploadParts, uploadForm } from './form-upload.ts'
import { CONTINUED_WITHIN_MS, createUploadSlots } from './limits.ts'
import { createLockConnection } from './lock-connection.ts'
import { storageUse } from './quota.ts'
import { handleTus } from './tus-upload.ts'
import { createUploadLocks } from './upload-locks.ts'
import { createUploadShares } from './upload-shares.ts'
import { openUploads } from './uploads.queries.ts'

export const uploadRoutes = (given: Omit<UploadParts, 'slots' | 'locks'>): Route[] => {
  const connection = createLockConnection(given)
  const shares = createUploadShares(connection, given.limits.atOnceEach)
  const slots = createUploadSlots(given.store, shares, given.limits)
  const parts = { ...given, slots, locks: createUploadLocks(connection) }

  /** Discards the rest of a refused body, so that the client receives the response instead of a connection reset. */
  const receive = (endpoint: Endpoint, handle: typeof handleTus) =>
    onStream(endpoint, async (context) => {
      const { user, log } = context.state
      if (user === null) throw unauthenticated()
      try {
        await handle({ ...parts, log }, user, context)
      } finally {
        discardRest(context.req)
      }
    })

  return [
    receive(UploadMedia, async (parts, owner, context) => {
      const mediaFile = await uploadForm(parts, owner, context.req)
      context.status = UploadMedia.status
      context.body = UploadMedia.response.parse({ mediaFile })
    }),
    on(ListUploads, ({ user }) => listUploads(parts, user.id)),
    on(GetStorage, ({ user }) => storageUse(parts.db, user, parts.limits)),
    ...[CreateUpload, GetUploadOffset, ContinueUpload, CancelUpload].map((endpoint) => receive(endpoint, handleTus)),
  ]
}

const listUploads = async ({ db, store }: Pick<UploadParts, 'db' | 'store'>, ownerId: string) => {
  const newest = sql`owner_id = ${ownerId} order by started_at desc limit 100`
  const uploads: OpenUpload[] = []
  for (const open of await openUploads(db, newest)) {
    uploads.push({
      id: open.id,
      originalName: open.originalName,
      mimeType: open.mimeType,
      fileSize: open.sizeBytes,
      receivedBytes: await store.partials.size(open.objectKey),
      startedAt: open.startedAt,
      expiresAt: new Date(Date.parse(open.touchedAt) + CONTINUED_WITHIN_MS).toISOString(),
    })
  }
  return uploads
}
