import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { PassThrough, Readable } from 'node:stream'
import { MAX_UPLOAD_BYTES } from '@griot/contracts/media/audio-types'
import { CreateUpload, TUS_VERSION } from '@griot/contracts/uploads'
import type { Context } from '@griot/service-kit/context'
import { AppError, conflict, invalid, notFound } from '@griot/service-kit/errors'
import type { Caller } from '@griot/service-kit/identity'
import { discardRest } from '@griot/service-kit/upload-form'
import { type Locker, Server } from '@tus/server'
import { enterUpload } from './enter-upload.ts'
import type { Pace } from './limits.ts'
import { tooLarge } from './receive-file.ts'
import { type ResumableParts, TusStore } from './tus-store.ts'
import { watchBody } from './watch-body.ts'

const BYTES = 'application/offset+octet-stream'

// What a holder of an upload gets to put away what it has read, when somebody else wants to go on with it.
const LET_GO_MS = 250

/** Answers one request of the tus protocol for somebody. The protocol is the library's; who, how much and how fast is ours. */
export const answerTus = async (parts: ResumableParts, locks: Locker, owner: Caller, context: Context) => {
  const { req: request } = context
  context.set('tus-resumable', TUS_VERSION)
  const uploadId = context.params.id?.toLowerCase() ?? randomUUID()
  try {
    refuseForeign(context)
    const bytes = bytesIn(request)
    const leave = bytes === 0 ? () => {} : await enterUpload(parts, { ownerId: owner.id, uploadId, bytes, request })
    const body = bytes === 0 ? undefined : openBody(request, parts.limits.pace)
    try {
      send(context, await ask(parts, locks, owner, uploadId, context, body?.stream))
      // Too slow, or gone: what has arrived is kept, and whoever still listens hears why it is not more.
      if (body?.failure !== undefined) throw body.failure
    } finally {
      body?.close()
      leave()
    }
  } finally {
    discardRest(request)
  }
}

const refuseForeign = (context: Context) => {
  if (context.get('tus-resumable') !== TUS_VERSION) {
    context.set('tus-version', TUS_VERSION)
    throw new AppError(412, 'upload.other_protocol', `Please speak version ${TUS_VERSION} of the tus protocol.`)
  }
  if (context.get('upload-concat') !== '' || context.get('upload-defer-length') !== '') {
    throw new AppError(400, 'upload.unsupported', 'Please send the file as one, and say how large it is.')
  }
  const { 'content-encoding': encoding, 'content-type': type } = context.req.headers
  const isBytes = type === BYTES && encoding === undefined
  if ((context.method === 'PATCH' || bytesIn(context.req) > 0) && !isBytes) {
    throw new AppError(415, 'upload.not_bytes', `Please send the bytes as ${BYTES}.`)
  }
}

/** How many are coming, at most. */
const bytesIn = ({ headers }: IncomingMessage) => {
  if (headers['content-length'] !== undefined) return Number(headers['content-length'])
  return headers['transfer-encoding'] === undefined ? 0 : MAX_UPLOAD_BYTES
}

/** The bytes of a request, as a stream that ends where they end, for whatever reason: what has come is worth keeping. */
const openBody = (request: IncomingMessage, pace: Pace) => {
  const stream = new PassThrough()
  const body = { stream, failure: undefined as AppError | undefined, close: () => {} }
  const stop = (failure: AppError) => {
    body.failure ??= failure
    request.unpipe(stream)
    stream.end()
  }
  const unwatch = watchBody(request, pace, stop)
  body.close = () => {
    unwatch()
    request.unpipe(stream)
    stream.destroy()
  }
  stream.on('error', () => {})
  request.pipe(stream)
  return body
}

const ask = async (
  parts: ResumableParts,
  locks: Locker,
  owner: Caller,
  uploadId: string,
  { method, path, req }: Context,
  body: Readable | undefined,
): Promise<Response> => {
  let failure: unknown
  const server = new Server({
    path: CreateUpload.path,
    relativeLocation: true,
    datastore: new TusStore(parts, owner),
    locker: locks,
    lockDrainTimeout: LET_GO_MS,
    maxSize: MAX_UPLOAD_BYTES,
    namingFunction: () => uploadId,
    allowedOrigins: [],
    onResponseError: (_, error) => {
      failure = error
      return undefined
    },
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers)) if (typeof value === 'string') headers.set(name, value)
  const response = await server.handleWeb(
    new Request(new URL(path, 'http://media'), {
      method,
      headers,
      ...(body === undefined ? {} : { body: Readable.toWeb(body) as ReadableStream, duplex: 'half' }),
    } as RequestInit),
  )
  if (failure !== undefined) throw asOurs(failure)
  if (response.status >= 400) throw refusalOf(response.status)
  return response
}

const asOurs = (failure: unknown) => {
  if (failure instanceof AppError) return failure
  const { status_code: status } = failure as { status_code?: number }
  return status === undefined ? failure : refusalOf(status)
}

/** What the library refuses by status, in our words. */
const refusalOf = (status: number): AppError => {
  switch (status) {
    case 404:
      return notFound('upload')
    case 409:
      return conflict('upload.wrong_offset', 'The upload stands elsewhere. Please ask where, and go on from there.')
    case 410:
      return new AppError(410, 'upload.expired', 'This upload was not continued in time. Please begin again.')
    case 413:
      return tooLarge()
    case 500:
      return conflict('upload.busy_elsewhere', 'This upload goes on over another connection.')
    default:
      return invalid({ upload: 'The upload is not well formed.' })
  }
}

/** Only what the protocol says; the library also has answers for other origins, whose requests never get here. */
const send = (context: Context, response: Response) => {
  context.status = response.status
  for (const [name, value] of response.headers) {
    if (name.startsWith('upload-') || name === 'location' || name === 'cache-control') context.set(name, value)
  }
  if (response.status !== 204 && context.method !== 'HEAD') context.body = ''
}
