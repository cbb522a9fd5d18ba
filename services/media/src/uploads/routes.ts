import { UploadMedia } from '@griot/contracts/media/files'
import {
  CancelUpload,
  ContinueUpload,
  CreateUpload,
  GetStorage,
  GetUploadOffset,
  ListUploads,
} from '@griot/contracts/uploads'
import { IdParams } from '@griot/contracts/values'
import type { Context } from '@griot/service-kit/context'
import { notFound, unauthenticated } from '@griot/service-kit/errors'
import { on, onStream, type Route } from '@griot/service-kit/route'
import { answerTus } from './answer-tus.ts'
import { listUploads } from './list-uploads.ts'
import { storageUse } from './room.ts'
import { createSharedLocks } from './shared-locks.ts'
import type { ResumableParts } from './tus-store.ts'
import { uploadFile } from './upload-file.ts'
import { createUploadLocks } from './upload-locks.ts'

export const uploadRoutes = (parts: ResumableParts): Route[] => {
  const locks = createUploadLocks(createSharedLocks(parts))

  const tus = (context: Context) => {
    const { user, log } = context.state
    if (user === null) throw unauthenticated()
    if (context.params.id !== undefined && !IdParams.safeParse(context.params).success) throw notFound('upload')
    return answerTus({ ...parts, log }, locks, user, context)
  }

  return [
    onStream(UploadMedia, async (context) => {
      const { user, log } = context.state
      if (user === null) throw unauthenticated()
      const mediaFile = await uploadFile(parts, user, context.req)
      parts.outbox.kick()
      log.info({ mediaFileId: mediaFile.id, bytes: mediaFile.fileSize }, 'file uploaded')
      context.status = UploadMedia.status
      context.body = UploadMedia.response.parse({ mediaFile })
    }),
    on(ListUploads, ({ user }) => listUploads(parts, user)),
    on(GetStorage, ({ user }) => storageUse(parts.db, user, parts.limits)),
    onStream(CreateUpload, tus),
    onStream(GetUploadOffset, tus),
    onStream(ContinueUpload, tus),
    onStream(CancelUpload, tus),
  ]
}
