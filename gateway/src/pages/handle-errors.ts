import { randomUUID } from 'node:crypto'
import { asAppError } from '@griot/service-kit/http/errors'
import type { Log } from '@griot/service-kit/log/log'
import type { Middleware } from '../http/context.ts'
import { removeContentHeaders, sendError } from '../http/errors.ts'
import { OVERLOADED } from '../limits/concurrency-limit.ts'
import { type SendErrorPage, wantsErrorPage } from './error-page.ts'

/**
 * Gives each request an id and each response the security headers. Sends a thrown error as JSON, or as a page if a user
 * has opened the address and `sendErrorPage` is given.
 */
export const handleErrors =
  (log: Log, isHttps: boolean, sendErrorPage?: SendErrorPage): Middleware =>
  async (context, next) => {
    const { state, res } = context
    state.requestId = randomUUID()
    state.session = null
    // A page, or a file that is not JSON, replaces the policy with its own.
    context.set({
      'x-request-id': state.requestId,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'same-origin',
    })
    if (isHttps) context.set('strict-transport-security', 'max-age=31536000')
    try {
      await next()
    } catch (thrown) {
      const error = asAppError(thrown)
      // Rejections under overload are logged by the concurrency limit, many at once.
      if (error.status >= 500 && error !== OVERLOADED) {
        log.error({ err: thrown, requestId: state.requestId }, 'request failed')
      }
      if (sendErrorPage !== undefined && !res.headersSent && wantsErrorPage(context)) {
        removeContentHeaders(res)
        sendErrorPage(context, error)
        return
      }
      context.respond = false
      sendError(res, error, state.requestId)
    }
  }
