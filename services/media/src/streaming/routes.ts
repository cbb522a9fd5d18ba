import { GetMediaArtwork, GetMediaPeaks, StreamMedia } from '@griot/contracts/media/streaming'
import { IdParams } from '@griot/contracts/values'
import { type Db, sql } from '@griot/service-kit/db/db'
import { shortHash } from '@griot/service-kit/files/short-hash'
import { notFound, orNotFound } from '@griot/service-kit/http/errors'
import { EncodedResponse, isUnchanged } from '@griot/service-kit/http/responses'
import { on, onStream, type Route } from '@griot/service-kit/http/route'
import { GRANT_HEADER, type SignGrant } from '@griot/service-kit/identity/grant'
import { ObjectMissing, type ObjectStore } from '@griot/service-kit/objects/object-store'
import { z } from 'zod'
import { fileNotFound, ownFile } from '../files/media-file.ts'
import { audibleFile, grantStream } from './grant-stream.ts'
import type { MayHearDraft } from './hear-draft.ts'

// Permissions can change at any time, so caches must revalidate.
const REVALIDATE = 'private, no-cache'

interface StreamParts {
  db: Db
  store: ObjectStore
  signGrant: SignGrant
  mayHearDraft: MayHearDraft
}

export const streamRoutes = ({ db, store, signGrant, mayHearDraft }: StreamParts): Route[] => [
  // The response to a stream request is a grant without bytes; the gateway sends the bytes from the store.
  onStream(StreamMedia, async (context) => {
    const params = IdParams.safeParse(context.params)
    const query = StreamMedia.query.safeParse({ ...context.query })
    if (!params.success || !query.success) throw fileNotFound()
    const { user, token, requestId } = context.state
    const { as, preview } = query.data
    const grant = await grantStream({ db, mayHearDraft }, { user, token, requestId, preview }, params.data.id, as)
    context.set(GRANT_HEADER, await signGrant(grant))
    context.set('cache-control', 'no-store')
    context.status = 204
  }),
  // Files that were measured before waveforms existed have none.
  on(GetMediaPeaks, async ({ user, token, requestId, params, setHeader }) => {
    await audibleFile({ db, mayHearDraft }, { user, token, requestId }, params.id)
    const waveform = sql`select peaks from media_waveform where media_file_id = ${params.id}`
    const { peaks } = orNotFound(await db.maybeOne(z.object({ peaks: z.instanceof(Buffer) }), waveform), 'waveform')
    setHeader('cache-control', REVALIDATE)
    return new EncodedResponse(peaks, `"${shortHash(peaks)}"`)
  }),
  // The picture from the tags of a file, which the worker has drawn as a new JPEG.
  onStream(GetMediaArtwork, async (context) => {
    const { user } = context.state
    const params = IdParams.safeParse(context.params)
    if (user === null || !params.success) throw fileNotFound()
    const artworkKey = orNotFound((await ownFile(db, user, params.data.id)).artworkKey, 'artwork')
    // Its content follows from the key, because it is drawn from a file that never changes.
    const etag = `"${shortHash(artworkKey)}"`
    context.set({ etag, 'cache-control': REVALIDATE })
    if (isUnchanged(context, etag)) {
      context.status = 304
      return
    }
    const picture = await store.read(artworkKey).catch((error: unknown) => {
      throw error instanceof ObjectMissing ? notFound('artwork') : error
    })
    context.set({ 'x-content-type-options': 'nosniff', 'content-security-policy': "sandbox; default-src 'none'" })
    context.type = GetMediaArtwork.responseType
    context.body = picture
  }),
]
