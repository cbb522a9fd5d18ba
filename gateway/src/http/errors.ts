import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { ErrorBody } from '@griot/contracts/errors'
import { type AppError, asAppError, METHOD_NOT_ALLOWED } from '@griot/service-kit/errors'
import type { Log } from '@griot/service-kit/log'
import { TURNED_AWAY } from '../door.ts'
import { isForPerson } from '../pages/say-error.ts'
import type { Context, Middleware } from './context.ts'
import { drained } from './drain.ts'
import { setSecurityHeaders } from './security-headers.ts'

type SayError = (context: Context, error: AppError) => void

/** Gives the request its id and writes every failure out as our own JSON, or says it to a person who looks at it. */
export const answerErrors =
  (log: Log, isHttps: boolean, say?: SayError): Middleware =>
  async (context, next) => {
    const { state, res } = context
    state.requestId = randomUUID()
    state.session = null
    res.setHeader('x-request-id', state.requestId)
    setSecurityHeaders(res, isHttps)
    try {
      await next()
    } catch (thrown) {
      const error = asAppError(thrown)
      if (error.status >= 500 && error !== TURNED_AWAY)
        log.error({ err: thrown, requestId: state.requestId }, 'request failed')
      if (say !== undefined && !res.headersSent && isForPerson(context)) {
        forgetAnswer(res)
        say(context, error)
        return
      }
      context.respond = false
      sendError(res, error, state.requestId)
    }
  }

/** Writes an error to a response that nothing else writes to any more. One that has begun can only be cut off. */
export const sendError = (response: ServerResponse, error: AppError, requestId: string) => {
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  const body: ErrorBody = { code: error.code, message: error.message, requestId }
  if (error.fields !== undefined) body.fields = error.fields
  if (error.retryAfter !== undefined) response.setHeader('retry-after', String(error.retryAfter))
  const bytes = Buffer.from(JSON.stringify(body))
  forgetAnswer(response)
  // Only 416 says by itself where a recording ends.
  if (error.status !== 416) response.removeHeader('content-range')
  response.setHeader('cache-control', 'no-store')
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.setHeader('content-length', bytes.length)
  response.statusCode = error.status
  response.write(bytes)
  void drained(response.req).then(() => response.end())
}

/** What was meant for the answer that did not come about. */
const forgetAnswer = (response: ServerResponse) => {
  for (const name of ['etag', 'content-disposition']) response.removeHeader(name)
}

/** With the methods that the address does take, where that is known. */
export const methodNotAllowed = (context?: Pick<Context, 'set'>, allowed: readonly string[] = []) => {
  if (allowed.length > 0) context?.set('allow', allowed.join(', '))
  return METHOD_NOT_ALLOWED
}
