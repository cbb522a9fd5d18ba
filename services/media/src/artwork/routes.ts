import { GetMediaArtwork } from '@griot/contracts/media/hearing'
import { IdParams } from '@griot/contracts/values'
import { isUnchanged } from '@griot/service-kit/answers'
import type { Db } from '@griot/service-kit/db'
import { unauthenticated } from '@griot/service-kit/errors'
import type { ObjectStore } from '@griot/service-kit/objects/object-store'
import { onStream, type Route } from '@griot/service-kit/route'
import { fileNotFound } from '../files/media-file.ts'
import { findArtwork } from './read-artwork.ts'

export const artworkRoutes = (db: Db, store: ObjectStore): Route[] => [
  onStream(GetMediaArtwork, async (context) => {
    const { user } = context.state
    if (user === null) throw unauthenticated()
    const params = IdParams.safeParse(context.params)
    if (!params.success) throw fileNotFound()
    const { etag, open } = await findArtwork(db, store, user, params.data.id)
    context.set('etag', etag)
    context.set('cache-control', 'private, no-cache')
    if (isUnchanged(context, etag)) {
      context.status = 304
      return
    }
    context.set('x-content-type-options', 'nosniff')
    context.set('content-security-policy', "sandbox; default-src 'none'")
    context.type = GetMediaArtwork.answers
    context.body = await open()
  }),
]
