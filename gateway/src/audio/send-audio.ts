import { pipeline } from 'node:stream/promises'
import { StreamMedia } from '@griot/contracts/media/hearing'
import { Id } from '@griot/contracts/values'
import { AppError, notFound, unavailable } from '@griot/service-kit/errors'
import type { Log } from '@griot/service-kit/log'
import { pathOfKey } from '@griot/service-kit/objects/disk-store'
import { ObjectMissing, type ObjectStore } from '@griot/service-kit/objects/object-store'
import type { LinkObject } from '@griot/service-kit/objects/s3-links'
import type { Context } from '../http/context.ts'
import { methodNotAllowed } from '../http/errors.ts'
import { addressOf } from '../limits.ts'
import type { Grants, HeldGrant } from './grants.ts'
import { createOpenStreams } from './open-streams.ts'
import { isKnown, rangeStillHolds, wantedRange } from './range.ts'
import { openFile, sendBytes } from './send-bytes.ts'

export interface AudioOptions {
  grants: Grants
  /** Files of the disk driver, or any other store. */
  objects: { directory: string } | { store: ObjectStore }
  /** We name the file, and nginx in front of us sends it. */
  isSentByNginx?: boolean
  /** Players are led to the bucket. */
  link?: LinkObject
  trustedProxies: number
  log: Log
  /** Of each who may hear a recording that is not there. */
  onMissing?: () => void
}

// Many people may share the address of one house or office.
const STREAMS_OF_A_PERSON = 6
const STREAMS_OF_AN_ADDRESS = 64

// A player goes on under the address that it was led to, so this is how long it may have paused and still skip.
const LINK_SECONDS = 300

export type SendAudio = (context: Context) => Promise<void>

/** `GET, HEAD /api/media/:id/stream`: media says who may hear, and the bytes go out from here, through no one else. */
export const createSendAudio = ({
  grants,
  objects,
  isSentByNginx,
  link,
  trustedProxies,
  log,
  onMissing,
}: AudioOptions): SendAudio => {
  const streams = createOpenStreams()

  const sendPart = async (context: Context, key: string, start: number, end: number) => {
    const { res } = context
    try {
      if ('directory' in objects) {
        const file = await openFile(pathOfKey(objects.directory, key))
        context.respond = false
        await sendBytes(res, file, start, end)
      } else {
        const bytes = await objects.store.read(key, { start, end })
        context.respond = false
        await pipeline(bytes, res)
      }
    } catch (error) {
      if (context.respond === false) {
        if (!res.destroyed) log.warn({ err: error, requestId: context.state.requestId }, 'recording cut off')
        res.destroy()
        return
      }
      if (!(error instanceof ObjectMissing)) throw unavailable('media', error)
      onMissing?.()
      log.error({ err: error, requestId: context.state.requestId }, 'recording missing')
      throw notFound('media')
    }
  }

  /** Only the bucket knows what is at the end of the link, and nobody else may come by the address. */
  const leadToBucket = async (context: Context, grant: HeldGrant, makeLink: LinkObject) => {
    const { key, type } = grant
    for (const header of ['content-type', 'etag', 'accept-ranges', 'content-disposition']) {
      context.res.removeHeader(header)
    }
    context.set('cache-control', 'private, no-store')
    context.set(
      'location',
      await makeLink({ key, type, disposition: dispositionFor(context.req, grant) }, LINK_SECONDS),
    )
    context.status = 307
    context.body = ''
  }

  const sendFromHere = async (context: Context, { key, size, etag }: HeldGrant) => {
    const { req, res, method, state } = context
    const range = rangeStillHolds(req.headers['if-range'], etag) ? req.headers.range : undefined
    const wanted = wantedRange(range, size)
    if (wanted.kind === 'nothing') {
      context.set('content-range', `bytes */${size}`)
      throw new AppError(416, 'range.beyond_end', 'The recording ends before that.')
    }
    const { start, end } = wanted.kind === 'part' ? wanted : { start: 0, end: size - 1 }
    if (wanted.kind === 'part') res.setHeader('content-range', `bytes ${start}-${end}/${size}`)
    res.statusCode = wanted.kind === 'part' ? 206 : 200
    res.setHeader('content-length', end - start + 1)
    if (method === 'HEAD' || size === 0) {
      context.respond = false
      res.end()
      return
    }
    const { session } = state
    if (session !== null) streams.join(session.user.id, STREAMS_OF_A_PERSON, res)
    else streams.join(addressOf(context, trustedProxies), STREAMS_OF_AN_ADDRESS, res)
    await sendPart(context, key, start, end)
  }

  return async (context) => {
    const { req, state, method } = context
    if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(context, ['GET', 'HEAD'])
    const mediaId = mediaIdIn(context.path)
    if (mediaId === undefined) throw notFound('media')
    const { session, requestId } = state
    const grant = await grants.for({ mediaId, form: formIn(context), session, requestId })

    if (isSentByNginx) return leaveToNginx(context, grant)
    setAudioHeaders(context, grant)
    if (isKnown(req.headers['if-none-match'], grant.etag)) {
      context.status = 304
      return
    }
    return link !== undefined && method === 'GET' ? leadToBucket(context, grant, link) : sendFromHere(context, grant)
  }
}

/** Players ask with nothing more, and often. */
const formIn = ({ querystring, query }: Context) =>
  querystring === '' ? null : (StreamMedia.query.safeParse({ ...query }).data?.as ?? null)

const mediaIdIn = (path: string) => {
  const parts = path.split('/')
  return parts.length > 5 ? undefined : Id.safeParse(parts[3]).data?.toLowerCase()
}

/** nginx reads the headers of the request again and answers them from the file, so of ours it takes no more than these. */
const leaveToNginx = (context: Context, grant: HeldGrant) => {
  const { res } = context
  setNature(context, grant)
  res.setHeader('x-accel-redirect', `/objects/${grant.key}`)
  res.setHeader('content-length', 0)
  res.statusCode = 200
  context.respond = false
  res.end()
}

const setNature = ({ req, res }: Context, grant: HeldGrant) => {
  res.setHeader('content-type', grant.type)
  res.setHeader('cache-control', 'private, max-age=0, must-revalidate')
  res.setHeader('content-disposition', dispositionFor(req, grant))
}

const setAudioHeaders = (context: Context, grant: HeldGrant) => {
  const { res } = context
  setNature(context, grant)
  res.setHeader('etag', grant.etag)
  res.setHeader('accept-ranges', 'bytes')
  // A file that is audio to our probe and a page to a browser: it may be heard, never be opened as a page of ours.
  res.setHeader('content-security-policy', "sandbox; default-src 'none'")
}

const PLAYERS = ['audio', 'video', 'empty']

const dispositionFor = ({ headers }: Context['req'], { attachment }: HeldGrant) =>
  PLAYERS.includes(String(headers['sec-fetch-dest'])) ? 'inline' : attachment
