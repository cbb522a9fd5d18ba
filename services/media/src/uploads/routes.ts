import { UploadMedia } from '@griot/contracts/media'
import { onStream, type Route } from '@griot/service-kit/app'
import type { Db } from '@griot/service-kit/db'
import { unauthenticated } from '@griot/service-kit/errors'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import type { Outbox } from '@griot/service-kit/outbox'
import { uploadFile } from './upload-file.ts'

export const uploadRoutes = (db: Db, store: ObjectStore, outbox: Pick<Outbox, 'kick'>): Route[] => [
  onStream(UploadMedia, async (context) => {
    const { user, log } = context.state
    if (user === null) throw unauthenticated()
    const mediaFile = await uploadFile({ db, store }, user, context.req)
    outbox.kick()
    log.info({ mediaFileId: mediaFile.id, bytes: mediaFile.fileSize }, 'file uploaded')
    context.status = UploadMedia.status
    context.body = UploadMedia.response.parse({ mediaFile })
  }),
]
