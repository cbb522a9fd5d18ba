import {
  DeletePodcastCover,
  GetPodcastCover,
  GetUploadedCover,
  UploadPodcastCover,
} from '@griot/contracts/catalog/covers'
import { Id, IdParams } from '@griot/contracts/values'
import { isUnchanged } from '@griot/service-kit/answers'
import type { Context } from '@griot/service-kit/context'
import { inTransaction } from '@griot/service-kit/db'
import { notFound, unauthenticated } from '@griot/service-kit/errors'
import { on, onStream } from '@griot/service-kit/route'
import type { Catalog } from '../catalog.ts'
import { isPictureOf, showPicture } from '../pictures/pictures.queries.ts'
import { sendPicture } from '../pictures/send-picture.ts'
import { takePicture } from '../pictures/take-picture.ts'
import { findPodcast, isHostOf, titleOf } from '../podcasts/podcasts.queries.ts'
import { type Cover, createCovers } from './covers.ts'

export const coverRoutes = ({ db, hot, store }: Catalog) => {
  const covers = createCovers((id) => titleOf(db, id))

  const shownNow = async (podcastId: string) => {
    const podcast = await findPodcast(db, podcastId)
    if (podcast === undefined) throw notFound('podcast')
    return podcast
  }

  return [
    onStream(GetPodcastCover, async (context) => {
      const id = Id.safeParse(context.params.id)
      const cover = id.success ? await covers.of(id.data.toLowerCase()) : undefined
      if (cover === undefined) throw notFound('podcast')
      sendDrawn(context, cover)
    }),

    onStream(GetUploadedCover, async (context) => {
      const params = GetUploadedCover.params.safeParse(context.params)
      if (!params.success) throw notFound('cover')
      const { id, coverId, size } = params.data
      if (!(await isPictureOf(db, 'cover', id, coverId))) throw notFound('cover')
      await sendPicture(context, store, { kind: 'cover', pictureId: coverId, size })
    }),

    onStream(UploadPodcastCover, async (context) => {
      const { user, log } = context.state
      const params = IdParams.safeParse(context.params)
      if (user === null) throw unauthenticated()
      if (!params.success) throw notFound('podcast')
      const { id } = params.data
      if (!(await isHostOf(db, id, user.id))) {
        context.req.resume()
        throw notFound('podcast')
      }
      await takePicture({ db, store }, context.req, { kind: 'cover', ownerId: id, personId: user.id })
      hot.drop()
      log.info({ podcastId: id, userId: user.id }, 'cover uploaded')
      context.status = UploadPodcastCover.status
      context.body = UploadPodcastCover.response.parse(await shownNow(id))
    }),

    on(DeletePodcastCover, async ({ user, params: { id }, log }) => {
      if (!(await isHostOf(db, id, user.id))) throw notFound('podcast')
      await inTransaction(db, (tx) => showPicture(tx, 'cover', id, null))
      hot.drop()
      log.info({ podcastId: id, userId: user.id }, 'cover taken away')
      return shownNow(id)
    }),
  ]
}

const sendDrawn = (context: Context, { svg, gzipped, etag }: Cover) => {
  context.set({
    etag,
    vary: 'accept-encoding',
    // Another title gets another address, but a cover may one day be drawn better.
    'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
    // A picture opened by itself is a document: it may load and run nothing.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  context.type = 'image/svg+xml'
  context.status = 200
  if (isUnchanged(context, etag)) {
    context.status = 304
  } else if (context.acceptsEncodings('gzip', 'identity') === 'gzip') {
    context.set('content-encoding', 'gzip')
    context.body = gzipped
  } else {
    context.body = svg
  }
}
