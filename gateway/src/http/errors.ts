import type { ServerResponse } from 'node:http'
import type { ErrorBody } from '@griot/contracts/errors'
import { type AppError, METHOD_NOT_ALLOWED } from '@griot/service-kit/http/errors'
import type { Context } from './context.ts'
import { discardBody } from './discard-body.ts'

/** Sends an error as JSON. A response that has already begun is cut off, so that the client cannot take it for complete. */
export const sendError = (response: ServerResponse, error: AppError, requestId: string) => {
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  const body: ErrorBody = { code: error.code, message: error.message, requestId }
  if (error.fields !== undefined) body.fields = error.fields
  if (error.retryAfter !== undefined) response.setHeader('retry-after', String(error.retryAfter))
  const bytes = Buffer.from(JSON.stringify(body))
  removeContentHeaders(response)
  // Only 416 keeps it: there it names the size of the recording.
  if (error.status !== 416) response.removeHeader('content-range')
  response.setHeader('cache-control', 'no-store')
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.setHeader('content-length', bytes.length)
  response.statusCode = error.status
  response.write(bytes)
  void discardBody(response.req).then(() => response.end())
}

/** Removes headers of the successful response that an error replaces. */
export const removeContentHeaders = (response: ServerResponse) => {
  for (const name of ['etag', 'content-disposition']) response.removeHeader(name)
}

/** 405, with the methods that the address accepts. */
export const methodNotAllowed = (context: Pick<Context, 'set'>, allowed: readonly string[]) => {
  context.set('allow', allowed.join(', '))
  return METHOD_NOT_ALLOWED
}

export const requireMethod = (context: Context, ...allowed: string[]) => {
  if (!allowed.includes(context.method)) throw methodNotAllowed(context, allowed)
}
