import { LinkMedia } from '@griot/contracts/media/files'
import type { Db } from '@griot/service-kit/db'
import type { Outbox } from '@griot/service-kit/outbox'
import { on, type Route } from '@griot/service-kit/route'
import { linkFile } from './link-file.ts'

export const linkRoutes = (db: Db, outbox: Pick<Outbox, 'kick'>, catalogUrl: string): Route[] => [
  on(LinkMedia, async ({ user, params, body, token, requestId }) => {
    const link = await linkFile(
      { db, catalogUrl },
      { ...params, mediaFileId: body.mediaFileId, whenReady: body.whenReady, callerId: user.id, token, requestId },
    )
    outbox.kick()
    return link
  }),
]
