import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { AppError, notFound, unavailable } from '@griot/service-kit/http/errors'
import type { ValidGrant } from '@griot/service-kit/identity/grant'
import { ObjectMissing } from '@griot/service-kit/objects/object-store'
import { openLinks, openStore } from '@griot/service-kit/objects/open-store'
import { audioOrigin } from '../config.ts'
import type { Context } from '../http/context.ts'
import type { Shared } from '../shared.ts'
import type { AudioSent } from './audio-sent.ts'
import { type ByteRange, readRange } from './range.ts'
import type { Recipient } from './sent-files.ts'

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

export interface Delivery {
  grant: ValidGrant
  /** The user whose bytes are counted, because they limit the points; null for everyone who earns nothing. */
  recipient: Recipient | null
  /** Limits the open streams of the client. May throw. */
  limitStreams(response: ServerResponse): void
  /** How long a link to the bucket is valid, and the status of the redirect. */
  link: { seconds: number; status: 302 | 307 }
}

/** Sends a recording by MEDIA_DELIVERY. The caller has set type, disposition and caching of the response. */
export const createDeliverAudio = (
  shared: Pick<Shared, 'config' | 'log' | 'metrics'>,
  audioSent: Pick<AudioSent, 'add' | 'follow' | 'isKnown'>,
) => {
  const { config } = shared
  const bucketOrigin = audioOrigin(config)
  const linkTo = bucketOrigin === undefined ? undefined : openLinks(config, bucketOrigin)
  const sendBytes = createSendBytes(shared, audioSent)

  const sendFile = async (context: Context, { grant, recipient, limitStreams }: Delivery) => {
    const { req, res, method } = context
    const { size, etag } = grant
    // Bytes of another version would not fit those that the player already has.
    const ifRange = req.headers['if-range']
    const isSameVersion = ifRange === undefined || ifRange === etag || ifRange === res.getHeader('last-modified')
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
    limitStreams(res)
    await sendBytes(context, grant, { start, end }, recipient)
  }

  return async (context: Context, delivery: Delivery) => {
    const { method } = context
    const { grant, recipient, link } = delivery
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
    if (linkTo !== undefined && method === 'GET') {
      // The link reads any part of the file.
      if (recipient !== null) audioSent.add(recipient, grant, 0, grant.size)
      const disposition = context.response.get('content-disposition')
      return redirectToBucket(context, await linkTo({ ...grant, disposition }, link.seconds), link.status)
    }
    context.set('accept-ranges', 'bytes')
    // The probe may accept a file that a browser renders as a page: it must never run as a page of our origin.
    context.set('content-security-policy', "sandbox; default-src 'none'")
    await sendFile(context, delivery)
  }
}
export type DeliverAudio = ReturnType<typeof createDeliverAudio>

/**
 * Closes a response of which the client reads nothing for this long. Node's own timeout needs up to twice as long: its first
 * expiry only records that the buffers have changed.
 */
const closeIfStalled = (response: ServerResponse, ms: number) => {
  const timeout = setTimeout(() => response.destroy(), ms)
  response.on('drain', () => timeout.refresh())
  response.once('close', () => clearTimeout(timeout))
}

/** nginx evaluates Range and conditional headers itself and takes only these headers from our response. */
const sendByNginx = (context: Context, { key }: ValidGrant) => {
  context.status = 200
  context.set('x-accel-redirect', `/objects/${key}`)
  context.body = ''
}

/** The bucket sends its own content headers, and no cache may store the signed address. */
const redirectToBucket = (context: Context, address: string, status: number) => {
  for (const header of ['content-type', 'etag', 'last-modified', 'content-disposition']) context.remove(header)
  context.set({ 'cache-control': 'private, no-store', location: address })
  context.status = status
  context.body = ''
}
