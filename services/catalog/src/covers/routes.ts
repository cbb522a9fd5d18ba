import {
  DeletePodcastCover,
  GetPodcastCover,
  GetUploadedCover,
  UploadPodcastCover,
} from '@griot/contracts/catalog/covers'
import { Id, IdParams } from '@griot/contracts/values'
import { type Context, isUnchanged, on, onStream } from '@griot/service-kit/app'
import { inTransaction } from '@griot/service-kit/db'
import { notFound, unauthenticated } from '@griot/service-kit/errors'
import { ObjectMissing } from '@griot/service-kit/objects/object-store'
import type { Catalog } from '../catalog.ts'
import { findPodcast, isHostOf, titleOf } from '../podcasts/podcasts.queries.ts'
import { type Cover, createCovers } from './covers.ts'
import { coverKey, uploadCover } from './upload-cover.ts'
import { isCoverOf, showCover } from './uploaded-covers.queries.ts'

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
      if (!(await isCoverOf(db, id, coverId))) throw notFound('cover')
      const stream = await store.read(coverKey(coverId, size)).catch((error: unknown) => {
        throw error instanceof ObjectMissing ? notFound('cover') : error
      })
      context.set({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      context.type = GetUploadedCover.answers
      context.status = 200
      context.body = stream
    }),

    onStream(UploadPodcastCover, async (context) => {
      const { user, log } = context.state
      const params = IdParams.safeParse(context.params)
      if (user === null) throw unauthenticated()
      if (!params.success) throw notFound('podcast')
      const { id } = params.data
      await uploadCover({ db, store }, context.req, { podcastId: id, hostId: user.id })
      hot.drop()
      log.info({ podcastId: id, userId: user.id }, 'cover uploaded')
      context.status = UploadPodcastCover.status
      context.body = UploadPodcastCover.response.parse(await shownNow(id))
    }),

    on(DeletePodcastCover, async ({ user, params: { id }, log }) => {
      if (!(await isHostOf(db, id, user.id))) throw notFound('podcast')
      await inTransaction(db, (tx) => showCover(tx, id, null))
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
