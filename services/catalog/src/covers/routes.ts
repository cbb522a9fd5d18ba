import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { GetPodcastCover } from '@griot/contracts/catalog/covers'
import { Id } from '@griot/contracts/values'
import { notFound, orNotFound } from '@griot/service-kit/http/errors'
import { EncodedResponse, send } from '@griot/service-kit/http/responses'
import { onStream } from '@griot/service-kit/http/route'
import { LRUCache } from 'lru-cache'
import type { Catalog } from '../catalog.ts'
import { mayRead, requireRight } from '../members/access.ts'
import { recordNewCover } from '../members/record-edit.ts'
import { HIDDEN_CACHING, pictureRoutes } from '../pictures/routes.ts'
import { findPodcast, titleToDraw } from '../podcasts/podcasts.queries.ts'
import { drawCover } from './draw-cover.ts'

// About 15 kB each.
const MAX_COVERS = 500

const generateCover = async (podcast: { id: string; title: string }) => {
  const svg = Buffer.from(drawCover(podcast))
  // Weak, because the compressed response has other bytes.
  const etag = `W/"${createHash('sha1').update(svg).digest('base64url')}"`
  return { plain: new EncodedResponse(svg, etag), gzipped: new EncodedResponse(await promisify(gzip)(svg), etag) }
}

export const coverRoutes = ({ db, store }: Catalog) => {
  const covers = new LRUCache<string, Awaited<ReturnType<typeof generateCover>>, { id: string; title: string }>({
    max: MAX_COVERS,
    fetchMethod: (_key, _stale, { context: podcast }) => generateCover(podcast),
  })
  return [
    onStream(GetPodcastCover, async (context) => {
      const id = orNotFound(Id.safeParse(context.params.id).data, 'podcast')
      const { title, isHidden } = orNotFound(await titleToDraw(db, id), 'podcast')
      if (isHidden && !(await mayRead(db, id, context.state.user))) throw notFound('podcast')
      const { plain, gzipped } = await covers.forceFetch(`${id} ${title}`, { context: { id, title } })
      context.set({
        vary: 'accept-encoding',
        // A new title has a new address, but a later release may draw covers differently.
        'cache-control': isHidden ? HIDDEN_CACHING : 'public, max-age=86400, stale-while-revalidate=604800',
        // An SVG opened on its own is a document, so forbid scripts and requests.
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      const isGzip = context.acceptsEncodings('gzip', 'identity') === 'gzip'
      if (isGzip) context.set('content-encoding', 'gzip')
      send(GetPodcastCover, context, isGzip ? gzipped : plain)
    }),

    ...pictureRoutes({ db, store }, 'cover', {
      async findOwner(id, user) {
        await requireRight(db, id, user, 'edit')
        return findPodcast(db, id)
      },
      onChange: async (tx, id, user) => recordNewCover(tx, user, orNotFound(await findPodcast(tx, id), 'podcast')),
      mayReadHidden: (id, user) => mayRead(db, id, user),
    }),
  ]
}
