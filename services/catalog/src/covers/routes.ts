import { GetPodcastCover } from '@griot/contracts/catalog'
import { Id } from '@griot/contracts/values'
import { type Context, isUnchanged, onStream } from '@griot/service-kit/app'
import { notFound } from '@griot/service-kit/errors'
import type { Catalog } from '../catalog.ts'
import { findPodcast } from '../podcasts/podcasts.queries.ts'
import { type Cover, createCovers } from './covers.ts'

export const coverRoutes = ({ db }: Catalog) => {
  const covers = createCovers(async (id) => (await findPodcast(db, id))?.title)
  return [
    onStream(GetPodcastCover, async (context) => {
      const id = Id.safeParse(context.params.id)
      const cover = id.success ? await covers.of(id.data.toLowerCase()) : undefined
      if (cover === undefined) throw notFound('podcast')
      sendCover(context, cover)
    }),
  ]
}

const sendCover = (context: Context, { svg, gzipped, etag }: Cover) => {
  context.set({
    etag,
    vary: 'accept-encoding',
    // A cover follows from what never changes, but it may one day be drawn better.
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
