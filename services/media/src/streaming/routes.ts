import { GetMediaPeaks, StreamMedia } from '@griot/contracts/media/hearing'
import { IdParams } from '@griot/contracts/values'
import { isUnchanged } from '@griot/service-kit/answers'
import type { Db } from '@griot/service-kit/db'
import { GRANT_HEADER, type SignGrant } from '@griot/service-kit/grant'
import { onStream, type Route } from '@griot/service-kit/route'
import { fileNotFound } from '../files/media-file.ts'
import { grantStream } from './grant-stream.ts'
import { readPeaks } from './read-peaks.ts'

/** The stream's answer is a grant and no bytes: the gateway sends those straight from the store. */
export const streamRoutes = (db: Db, signGrant: SignGrant): Route[] => [
  onStream(StreamMedia, async (context) => {
    const params = IdParams.safeParse(context.params)
    if (!params.success) throw fileNotFound()
    const asked = StreamMedia.query.safeParse({ ...context.query })
    if (!asked.success) throw fileNotFound()
    const grant = await grantStream(db, context.state.user, params.data.id, asked.data.as)
    context.set(GRANT_HEADER, await signGrant(grant))
    context.set('cache-control', 'no-store')
    context.status = 204
  }),
  onStream(GetMediaPeaks, async (context) => {
    const params = IdParams.safeParse(context.params)
    if (!params.success) throw fileNotFound()
    const { bytes, etag } = await readPeaks(db, context.state.user, params.data.id)
    context.set('etag', etag)
    // Who may see it can change at any time, so it is asked again each time; what has not changed is not sent again.
    context.set('cache-control', 'private, no-cache')
    if (isUnchanged(context, etag)) {
      context.status = 304
      return
    }
    context.type = GetMediaPeaks.answers
    context.body = bytes
  }),
]
