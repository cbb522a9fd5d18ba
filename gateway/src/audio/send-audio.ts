import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { StreamMedia } from '@griot/contracts/media/streaming'
import { Id } from '@griot/contracts/values'
import { AppError, invalid, notFound, orNotFound, unavailable } from '@griot/service-kit/http/errors'
import type { ValidGrant } from '@griot/service-kit/identity/grant'
import { ObjectMissing } from '@griot/service-kit/objects/object-store'
import { openLinks, openStore } from '@griot/service-kit/objects/open-store'
import { audioOrigin } from '../config.ts'
import type { Context, Handler } from '../http/context.ts'
import { requireMethod } from '../http/errors.ts'
import { clientAddress } from '../limits/rate-limits.ts'
import { createStreamLimit } from '../limits/stream-limit.ts'
import type { Shared } from '../shared.ts'
import type { AudioSent } from './audio-sent.ts'
import type { Grants } from './grants.ts'
import { type ByteRange, readRange } from './range.ts'
import type { Recipient } from './sent-files.ts'

// Many users may share the address of a household or an office.
const STREAMS_PER_USER = 6
const STREAMS_PER_ADDRESS = 64
/** Players request some short ranges at once. */
const SHORT_STREAM_MS = 2_000

// An unpublished episode stays audible for this long. Browsers send all ranges to the address of the redirect. If a range
// fails, the shell's player loads a source again that is older than 50 s (shell/src/player/engine-state.ts).
const LINK_SECONDS = 60

const PLAYERS = ['audio', 'video', 'empty']

/** Sends a part of a recording from the object store, and counts the bytes sent to a user. */
const createSendBytes = (
  { config, log, metrics }: Pick<Shared, 'config' | 'log' | 'metrics'>,
  audioSent: Pick<AudioSent, 'follow'>,
) => {
  const objects = openStore(config)
  const missing = metrics.counter({
    name: 'griot_recordings_missing_total',
    help: 'Requests for recordings that the object store does not have',
  })

  return async (context: Context, grant: ValidGrant, range: ByteRange, recipient: Recipient | null) => {
    const { res } = context
    let endCount = () => {}
    try {
      const bytes = await objects.read(grant.key, range)
      if (recipient !== null) {
        let read = 0
        bytes.on('data', (chunk: Buffer) => {
          read += chunk.length
        })
        // Without the bytes in the buffer of the response. After the end, they are sent or the connection fails.
        const countSent = () => (res.writableEnded ? read : read - res.writableLength)
        endCount = audioSent.follow(recipient, grant, range.start, countSent)
      }
      context.respond = false
      closeIfStalled(res, config.SOCKET_SILENCE_MS)
      // A file that is shorter than declared must end in a cut connection: `end` throws if bytes are missing.
      res.strictContentLength = true
      await pipeline(bytes, res, { end: false })
      res.end()
    } catch (error) {
      if (context.respond === false) {
        if (!res.destroyed) log.warn({ err: error, requestId: context.state.requestId }, 'recording cut off')
        res.destroy()
        return
      }
      if (!(error instanceof ObjectMissing)) throw unavailable('media', error)
      missing.inc()
      log.error({ err: error, requestId: context.state.requestId }, 'recording missing')
      throw notFound('media')
    } finally {
      endCount()
    }
  }
}

/** `GET, HEAD /api/media/:id/stream`: media decides who may listen, and the bytes pass through no other Node process. */
export const createSendAudio = (
  shared: Pick<Shared, 'config' | 'log' | 'metrics'>,
  grants: Pick<Grants, 'for'>,
  audioSent: Pick<AudioSent, 'add' | 'follow' | 'isKnown'>,
): Handler => {
  const { config } = shared
  const bucketOrigin = audioOrigin(config)
  const link = bucketOrigin === undefined ? undefined : openLinks(config, bucketOrigin)
  const limitStreams = createStreamLimit({ shortMs: SHORT_STREAM_MS })
  const sendBytes = createSendBytes(shared, audioSent)

  const sendFile = async (context: Context, grant: ValidGrant, recipient: Recipient | null) => {
    const { req, res, method } = context
    const { size, etag } = grant
    // Bytes of another version would not fit those that the player already has.
    const ifRange = req.headers['if-range']
    const isSameVersion = ifRange === undefined || ifRange === etag
    const range = isSameVersion ? readRange(req.headers.range, size) : null
    if (range === 'unsatisfiable') {
      context.set('content-range', `bytes */${size}`)
      throw new AppError(416, 'range.beyond_end', 'The recording ends before that.')
    }
    const { start, end } = range ?? { start: 0, end: size - 1 }
    if (range !== null) res.setHeader('content-range', `bytes ${start}-${end}/${size}`)
    res.statusCode = range === null ? 200 : 206
    res.setHeader('content-length', end - start + 1)
    if (method === 'HEAD' || size === 0) {
      context.respond = false
      res.end()
      return
    }
    if (recipient !== null) limitStreams(recipient.userId, STREAMS_PER_USER, res)
    else limitStreams(clientAddress(context, config.TRUSTED_PROXIES), STREAMS_PER_ADDRESS, res)
    await sendBytes(context, grant, { start, end }, recipient)
  }

  return async (context) => {
    const { state, method } = context
    requireMethod(context, 'GET', 'HEAD')
    const mediaId = orNotFound(mediaIdIn(context.path), 'media')
    const { session, sessionError, requestId } = state
    const query = StreamMedia.query.safeParse({ ...context.query })
    if (!query.success) throw invalid({ query: 'This form of the recording, or this private link, does not exist.' })
    const { as: form = null, preview } = query.data
    const grant = await grants.for({ mediaId, form, preview, session, sessionError, requestId })
    // Signed-out visitors and empty files earn nothing.
    const recipient = session === null || grant.size === 0 ? null : { userId: session.user.id, mediaId }

    context.set({ 'content-type': grant.type, 'cache-control': 'private, max-age=0, must-revalidate' })
    // Only players show a recording; any other client gets a download.
    if (PLAYERS.includes(context.get('sec-fetch-dest'))) context.attachment(undefined, { type: 'inline' })
    // `toString` replaces unpaired surrogates, which cannot be encoded. A bucket needs an ASCII fallback.
    else context.attachment(Buffer.from(grant.name).toString(), { fallback: 'recording' })
    if (config.MEDIA_DELIVERY === 'accel') {
      // nginx sends the requested range.
      const range = readRange(context.req.headers.range, grant.size)
      if (recipient !== null && method === 'GET' && range !== 'unsatisfiable') {
        audioSent.add(recipient, grant, range?.start ?? 0, (range?.end ?? grant.size - 1) + 1)
      }
      return sendByNginx(context, grant)
    }
    context.status = 200
    context.set('etag', grant.etag)
    // A request of no bytes must not count as listening: a user without a record gets the bytes again.
    if (context.fresh && (recipient === null || (await audioSent.isKnown(recipient, grant)))) {
      context.status = 304
      return
    }
    if (link !== undefined && method === 'GET') {
      // The link reads any part of the file.
      if (recipient !== null) audioSent.add(recipient, grant, 0, grant.size)
      const disposition = context.response.get('content-disposition')
      return redirectToBucket(context, await link({ ...grant, disposition }, LINK_SECONDS))
    }
    context.set('accept-ranges', 'bytes')
    // The probe may accept a file that a browser renders as a page: it must never run as a page of our origin.
    context.set('content-security-policy', "sandbox; default-src 'none'")
    await sendFile(context, grant, recipient)
  }
}

/**
 * Closes a response of which the client reads nothing for this long. Node's own timeout needs up to twice as long: its first
 * expiry only records that the buffers have changed.
 */
const closeIfStalled = (response: ServerResponse, ms: number) => {
  const timeout = setTimeout(() => response.destroy(), ms)
  response.on('drain', () => timeout.refresh())
  response.once('close', () => clearTimeout(timeout))
}

const mediaIdIn = (path: string) => {
  const parts = path.split('/')
  return parts.length > 5 ? undefined : Id.safeParse(parts[3]).data
}

/** nginx evaluates Range and conditional headers itself and takes only these headers from our response. */
const sendByNginx = (context: Context, { key }: ValidGrant) => {
  context.status = 200
  context.set('x-accel-redirect', `/objects/${key}`)
  context.body = ''
}

/** The bucket sends its own content headers, and no cache may store the signed address. */
const redirectToBucket = (context: Context, address: string) => {
  for (const header of ['content-type', 'etag', 'content-disposition']) context.remove(header)
  context.set({ 'cache-control': 'private, no-store', location: address })
  context.status = 307
  context.body = ''
}
