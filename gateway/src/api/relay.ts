import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import { MAX_UPLOAD_BYTES, tooLargeText } from '@griot/contracts/media/audio-types'
import { bodyBytesOf } from '@griot/contracts/uploads'
import { AppError, unavailable } from '@griot/service-kit/http/errors'
import type { Log } from '@griot/service-kit/log/log'
import type { Dispatcher } from 'undici'
import type { Context } from '../http/context.ts'
import { discardBody } from '../http/discard-body.ts'
import { sendError } from '../http/errors.ts'
import { isSafe } from '../http/fetch-metadata.ts'
import { readBody } from '../http/read-body.ts'
import type { RelayKind } from '../routes.ts'
import { isForBrowser, requestHeaders } from './forwarded-headers.ts'

// Longer than a service waits for its database (5 s), so that its own error arrives first.
const RESPONSE_TIMEOUT_MS = 6_000
// After the last byte of an upload the service still flushes it to the disk.
const UPLOAD_RESPONSE_TIMEOUT_MS = 60_000
const IDLE_TIMEOUT_MS = 60_000

export interface RelayOptions {
  upstream: Dispatcher
  kind: RelayKind
  /** The largest accepted file of an upload. */
  maxUploadBytes?: number
  token: string
  /** Headers of the gateway itself, for this endpoint. */
  statements: Readonly<Record<string, string>>
  /** Milliseconds since the last write of the client, which the response must contain. */
  sinceWrite?: number | undefined
  /** The body, if it was read before. */
  body?: Buffer | null | undefined
  /** Of the request to the service; by default that of the client. */
  path?: string
  /** How long the service may take to respond. */
  timeoutMs?: number
  /** Whether a header of the response is sent to the browser. */
  isAllowed?: (name: string) => boolean
  /** Called before the headers of the response are sent. */
  onResponse?: () => void
  /** Called if the service did not respond, or not completely. */
  onFailure?: (error: Error) => void
  log: Log
}

/**
 * Relays a request to a service and streams the response back. If one side disconnects, the other side is aborted.
 * Resolves when the response has ended in any way. A short response resolves earlier if the client reads it slowly, so
 * that it does not hold its slot.
 */
export const relay = async (context: Context, options: RelayOptions): Promise<void> => {
  const {
    upstream,
    kind,
    maxUploadBytes = MAX_UPLOAD_BYTES,
    token,
    statements,
    sinceWrite,
    body: given,
    onResponse,
    onFailure,
    log,
  } = options
  const { isAllowed = isForBrowser } = options
  const { req, res } = context
  const { requestId } = context.state
  const method = context.method as Dispatcher.HttpMethod
  const headers = requestHeaders(req.headers, { token, statements, requestId, sinceWrite })
  const isUpload = kind === 'upload' && !isSafe(method)
  const body = isUpload ? uploadStream(req, headers, maxUploadBytes) : (given ?? (await readBody(req)))
  const headersTimeout = options.timeoutMs ?? (isUpload ? UPLOAD_RESPONSE_TIMEOUT_MS : RESPONSE_TIMEOUT_MS)
  const path = options.path ?? req.url ?? '/'
  const request = { path, method, headers, body, headersTimeout, bodyTimeout: IDLE_TIMEOUT_MS }
  context.respond = false

  const attempt = (isRetry: boolean): Promise<void> =>
    new Promise((resolve) => {
      // The client may have disconnected during authorization. Its response would hold a connection to the service.
      if (res.destroyed) return resolve()
      let sending: Dispatcher.DispatchController | undefined
      let hasDisconnected = false
      const onClose = () => {
        if (res.writableFinished) return
        hasDisconnected = true
        sending?.abort(new Error('client disconnected'))
      }
      res.once('close', onClose)

      upstream.dispatch(request, {
        onRequestStart(controller) {
          sending = controller
          if (hasDisconnected) controller.abort(new Error('client disconnected'))
        },
        onResponseStart(_, status, responseHeaders) {
          if (status < 200) return
          onResponse?.()
          startResponse(res, status, responseHeaders, isAllowed)
        },
        onResponseData(controller, chunk) {
          if (res.write(chunk)) return
          controller.pause()
          if (kind === 'json') resolve()
          res.once('drain', () => controller.resume())
        },
        onResponseEnd() {
          void discardBody(req).then(() => {
            res.off('close', onClose)
            res.end()
            resolve()
          })
        },
        onResponseError(_, error) {
          res.off('close', onClose)
          if (hasDisconnected) return resolve()
          // A keep-alive connection may close just as it is used again. A read can be repeated safely.
          const isRepeatable = isSafe(method) && !isRetry && !res.headersSent && !res.destroyed
          if (isRepeatable && isConnectionLost(error)) return resolve(attempt(true))
          onFailure?.(error)
          if (!res.headersSent) log.warn({ err: error, requestId, path: context.path }, 'service unavailable')
          // The service may have completed the write before the connection was lost.
          if (!res.headersSent) onResponse?.()
          sendError(res, unavailable('service', error), requestId)
          resolve()
        },
      })
    })
  await attempt(false)
}

const startResponse = (
  response: ServerResponse,
  status: number,
  headers: IncomingHttpHeaders,
  isAllowed: (name: string) => boolean,
) => {
  response.statusCode = status
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && isAllowed(name)) response.setHeader(name, value)
  }
  if (headers['cache-control'] === undefined) response.setHeader('cache-control', 'private, no-cache')
  // An EventSource is open only once it has the headers; the first event may come much later.
  if (headers['content-type']?.startsWith('text/event-stream')) response.flushHeaders()
}

/**
 * The body as a stream that the upstream side may destroy: if the service responds before it has read everything, the
 * browser's connection must stay open for the response.
 */
const uploadStream = (request: IncomingMessage, headers: string[], maxBytes: number): Readable | null => {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (length === undefined && encoding === undefined) return null
  // Checked here, because the service does not receive the request before the first byte of its body.
  if (Number(length ?? 0) > bodyBytesOf(maxBytes)) throw new AppError(413, 'upload.too_large', tooLargeText(maxBytes))
  if (length !== undefined) headers.push('content-length', length)
  const body = new PassThrough({ highWaterMark: 256 * 1024 })
  request.pipe(body)
  body.once('close', () => {
    request.unpipe(body)
    // `unpipe` pauses the request, but the rest of its body must be read.
    request.resume()
  })
  body.on('error', () => {})
  return body
}

const LOST_CONNECTION = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ECONNREFUSED']
const isConnectionLost = (error: Error & { code?: string }) => LOST_CONNECTION.includes(error.code ?? '')
