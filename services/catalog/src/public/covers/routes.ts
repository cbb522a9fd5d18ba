import { orNotFound } from '@griot/service-kit/http/errors'
import { isUnchanged } from '@griot/service-kit/http/responses'
import { LRUCache } from 'lru-cache'
import type { Catalog } from '../../catalog.ts'
import type { JpegForm } from '../../pictures/upload-picture.ts'
import { publicRoute } from '../public-route.ts'
import { parseCoverAddress } from './cover-address.ts'
import { type FoundCover, findCover } from './covers.queries.ts'
import { loadCover } from './load-cover.ts'

const MAX_CACHED_BYTES = 16 * 1024 * 1024

export const publicCoverRoutes = ({ db, store }: Pick<Catalog, 'db' | 'store'>) => {
  // Parallel requests for a cover share one load.
  const covers = new LRUCache<string, Buffer, { cover: FoundCover; form: JpegForm }>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: (bytes) => bytes.length,
    // A load that is evicted still returns to its callers.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: { cover, form } }) => loadCover({ db, store }, cover, form),
  })

  return [
    publicRoute('/covers/:file', async (context) => {
      const file = String(context.params.file)
      const { cover: name, form } = orNotFound(parseCoverAddress(file), 'cover')
      const cover = orNotFound(await findCover(db, name), 'cover')
      // An address has one picture forever.
      const etag = `"${file}"`
      const isKnown = isUnchanged(context, etag)
      // Before the headers: an error must not be cached.
      const bytes = isKnown ? undefined : await covers.forceFetch(file, { context: { cover, form } })
      context.set({
        etag,
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      context.type = 'image/jpeg'
      if (isKnown) context.status = 304
      else context.body = bytes
    }),
  ]
}
