import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import { REFUSED_FILE } from '@griot/contracts/media/audio-types'
import { MAX_UPLOAD_BODY_BYTES } from '@griot/contracts/uploads'
import { AppError, unavailable } from '@griot/service-kit/errors'
import type { Log } from '@griot/service-kit/log'
import type { Dispatcher } from 'undici'
import type { Context } from './http/context.ts'
import { drained } from './http/drain.ts'
import { sendError } from './http/errors.ts'
import { isSafe } from './http/fetch-metadata.ts'
import { isForBrowser, requestHeaders } from './http/forwarded-headers.ts'
import { readBody } from './read-body.ts'
import type { Travel } from './routes.ts'

// A service gives up on its database after five seconds; its own answer should come before ours.
const ANSWER_MS = 6_000
// After the last byte of an upload the service still makes it durable.
const UPLOAD_ANSWER_MS = 60_000
const SILENCE_MS = 60_000

export interface Relayed {
  upstream: Dispatcher
  travel: Travel
  token: string
  wantsFresh?: boolean
  /** Where it was read already. */
  body?: Buffer | null | undefined
  log: Log
}

/**
 * Passes a request on to a service and its answer back, straight from socket to socket. Whoever goes away, in whatever
 * phase, the other side learns of it. Resolves when the answer is over, however it ended, or when a short one waits for
 * nothing but the browser.
 */
export const relay = async (
  context: Context,
  { upstream, travel, token, wantsFresh = false, body: read, log }: Relayed,
): Promise<void> => {
  const { req, res } = context
  const { requestId } = context.state
  const headers = requestHeaders(req.headers, { token, requestId, wantsFresh })
  const isUpload = travel === 'upload' && !isSafe(context.method)
  const body = isUpload ? streamOf(req, headers) : read === undefined ? await readBody(req) : read
  context.respond = false

  const attempt = (isRetry: boolean): Promise<void> =>
    new Promise((resolve) => {
      // Gone while we looked who it is: an answer that nobody takes would hold its connection to the service.
      if (res.destroyed) {
        resolve()
        return
      }
      const exchange = new Exchange(res, {
        onOver: resolve,
        // From here on the browser's pace counts, and nobody else has to wait for that.
        onHeldUp: travel === 'json' ? resolve : () => {},
        onFailure: (error) => {
          // A connection that was kept open may end just as it is used again; asking once more does no harm here.
          if (isSafe(context.method) && !isRetry && !res.destroyed && isConnectionLost(error)) {
            resolve(attempt(true))
            return
          }
          log.warn({ err: error, requestId, path: context.path }, 'service not reached')
          sendError(res, unavailable('service', error), requestId)
          resolve()
        },
      })
      upstream.dispatch(
        {
          path: req.url ?? '/',
          method: context.method as Dispatcher.HttpMethod,
          headers,
          body,
          headersTimeout: isUpload ? UPLOAD_ANSWER_MS : ANSWER_MS,
          bodyTimeout: SILENCE_MS,
        },
        exchange,
      )
    })
  await attempt(false)
}

/**
 * The body as a stream that the upstream side may destroy: when the service answers before it has read everything, the
 * browser's connection must live on, or the answer never arrives.
 */
const streamOf = (request: IncomingMessage, headers: string[]): Readable | null => {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (length === undefined && encoding === undefined) return null
  // Said at once: the service sees nothing of a request before its first byte, which may never come.
  if (Number(length ?? 0) > MAX_UPLOAD_BODY_BYTES) throw tooLarge()
  if (length !== undefined) headers.push('content-length', length)
  const body = new PassThrough({ highWaterMark: 256 * 1024 })
  request.pipe(body)
  body.once('close', () => {
    request.unpipe(body)
    // Unpiping stops the reading, and the rest has to be read all the same.
    request.resume()
  })
  body.on('error', () => {})
  return body
}

const tooLarge = () => new AppError(413, 'upload.too_large', REFUSED_FILE.size)

const LOST = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ECONNREFUSED']
const isConnectionLost = (error: Error & { code?: string }) => LOST.includes(error.code ?? '')

interface Ends {
  onOver: () => void
  /** The answer has begun, and the browser takes it more slowly than it comes. */
  onHeldUp: () => void
  /** Nothing of an answer has been sent yet. */
  onFailure: (error: Error) => void
}

/** One question to a service and its answer, written to the browser as it comes. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #response: ServerResponse
  readonly #ends: Ends
  #controller: Dispatcher.DispatchController | undefined
  #isGone = false

  constructor(response: ServerResponse, ends: Ends) {
    this.#response = response
    this.#ends = ends
    response.once('close', this.#onClose)
  }

  // Before the answer, in its middle or while the upload runs: the service need not go on.
  readonly #onClose = () => {
    if (this.#response.writableFinished) return
    this.#isGone = true
    this.#controller?.abort(new Error('browser gone'))
  }

  onRequestStart(controller: Dispatcher.DispatchController) {
    this.#controller = controller
    if (this.#isGone) controller.abort(new Error('browser gone'))
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders) {
    if (status < 200) return
    const response = this.#response
    response.statusCode = status
    for (const name in headers) {
      const value = headers[name]
      if (value !== undefined && isForBrowser(name)) response.setHeader(name, value)
    }
    if (headers['cache-control'] === undefined) response.setHeader('cache-control', 'private, no-cache')
    // Whoever waits for events wants to know at once that the line is open.
    if (headers['content-type']?.startsWith('text/event-stream')) response.flushHeaders()
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer) {
    if (this.#response.write(chunk)) return
    controller.pause()
    this.#ends.onHeldUp()
    this.#response.once('drain', () => controller.resume())
  }

  onResponseEnd() {
    void drained(this.#response.req).then(() => {
      this.#response.off('close', this.#onClose)
      this.#response.end()
      this.#ends.onOver()
    })
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error) {
    this.#response.off('close', this.#onClose)
    if (this.#isGone) this.#ends.onOver()
    else if (this.#response.headersSent) {
      // Half an answer must not look like a whole one.
      this.#response.destroy()
      this.#ends.onOver()
    } else this.#ends.onFailure(error)
  }
}
