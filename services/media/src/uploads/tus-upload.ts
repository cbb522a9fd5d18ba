import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { PassThrough, Readable } from 'node:stream'
import type { ErrorCode } from '@griot/contracts/error-codes'
import { CreateUpload, TUS_VERSION } from '@griot/contracts/uploads'
import { IdParams } from '@griot/contracts/values'
import type { Context } from '@griot/service-kit/http/context'
import { AppError, invalid, notFound } from '@griot/service-kit/http/errors'
import type { Caller } from '@griot/service-kit/identity/identity'
import { Server } from '@tus/server'
import type { UploadParts } from './form-upload.ts'
import { bodyTooLarge } from './limits.ts'
import { TusStore } from './tus-store.ts'

const BYTES = 'application/offset+octet-stream'

// The time for the holder of a lock to store the bytes that it has read, when another request needs the upload.
const RELEASE_WITHIN_MS = 250

/**
 * Handles one request of the tus protocol. @tus/server implements the protocol; this adds slots, the lowest speed, and
 * error bodies of the product.
 */
export const handleTus = async (parts: UploadParts, owner: Caller, context: Context): Promise<void> => {
  const { req: request, params } = context
  context.set('tus-resumable', TUS_VERSION)
  if (params.id !== undefined && !IdParams.safeParse(params).success) throw notFound('upload')
  const uploadId = params.id?.toLowerCase() ?? randomUUID()
  requireSupported(context)
  const forwardBody = (body?: Readable) => runTusServer(parts, owner, uploadId, context, body)
  const bytes = largestBodyOf(request, parts.limits.losslessBytes)
  if (bytes === 0) return respond(context, await forwardBody())

  const slot = await parts.slots.take({ ownerId: owner.id, uploadId, bytes }, request)
  // Ends normally even if the client disconnects, so that all received bytes are stored.
  const body = new PassThrough().on('error', () => {})
  let failure: AppError | undefined
  const unwatch = slot.watch((error) => {
    failure ??= error
    request.unpipe(body)
    body.end()
  })
  try {
    respond(context, await forwardBody(request.pipe(body)))
    // Too slow, or disconnected: what has arrived is stored, and the response states the reason.
    if (failure !== undefined) throw failure
  } finally {
    unwatch()
    request.unpipe(body)
    body.destroy()
    slot.release()
  }
}

const requireSupported = (context: Context) => {
  if (context.get('tus-resumable') !== TUS_VERSION) {
    context.set('tus-version', TUS_VERSION)
    throw new AppError(412, 'upload.other_protocol', `Please use version ${TUS_VERSION} of the tus protocol.`)
  }
  if (context.get('upload-concat') !== '' || context.get('upload-defer-length') !== '') {
    throw new AppError(400, 'upload.unsupported', 'Please send the file as one, and say how large it is.')
  }
  const { 'content-encoding': encoding, 'content-type': type } = context.req.headers
  const isBytes = type === BYTES && encoding === undefined
  if ((context.method === 'PATCH' || largestBodyOf(context.req, 1) > 0) && !isBytes) {
    throw new AppError(415, 'upload.not_bytes', `Please send the bytes as ${BYTES}.`)
  }
}

/** The most bytes that the body can have. */
const largestBodyOf = ({ headers }: IncomingMessage, mostBytes: number) => {
  if (headers['content-length'] !== undefined) return Number(headers['content-length'])
  return headers['transfer-encoding'] === undefined ? 0 : mostBytes
}

const runTusServer = async (
  parts: UploadParts,
  owner: Caller,
  uploadId: string,
  { method, path, req }: Context,
  body?: Readable,
): Promise<Response> => {
  let failure: unknown
  const server = new Server({
    path: CreateUpload.path,
    relativeLocation: true,
    datastore: new TusStore(parts, owner),
    locker: parts.locks,
    lockDrainTimeout: RELEASE_WITHIN_MS,
    maxSize: parts.limits.losslessBytes,
    namingFunction: () => uploadId,
    allowedOrigins: [],
    onResponseError: (_, error) => {
      // The errors of the library have a status.
      if (!('status_code' in error)) failure = error
      return undefined
    },
  })
  const response = await server.handleWeb(
    new Request(new URL(path, 'http://media'), {
      method,
      headers: req.headers as Record<string, string>,
      ...(body === undefined ? {} : { body: Readable.toWeb(body) as ReadableStream, duplex: 'half' }),
    } as RequestInit),
  )
  if (failure !== undefined) throw failure
  if (response.status >= 400)
    throw response.status === 413 ? bodyTooLarge(parts.limits) : errorOfStatus(response.status)
  return response
}

const errorOfStatus = (status: number): AppError => {
  if (status === 404) return notFound('upload')
  const known = BY_STATUS[status]
  return known === undefined ? invalid({ upload: 'The upload is not well formed.' }) : new AppError(...known)
}

const BY_STATUS: Record<number, [status: number, code: ErrorCode, message: string]> = {
  409: [409, 'upload.wrong_offset', 'The offset does not match. Please ask for the offset and continue there.'],
  410: [410, 'upload.expired', 'This upload was not continued in time. Please start again.'],
  // The only 500 of the library: it has not acquired the lock in time.
  500: [409, 'upload.busy_elsewhere', 'This upload is in progress on another connection.'],
}

/** Copies the headers of the protocol. The CORS headers of the library are not copied. */
const respond = (context: Context, response: Response) => {
  context.status = response.status
  for (const [name, value] of response.headers) {
    if (name.startsWith('upload-') || name === 'location' || name === 'cache-control') context.set(name, value)
  }
  if (response.status !== 204 && context.method !== 'HEAD') context.body = ''
}
