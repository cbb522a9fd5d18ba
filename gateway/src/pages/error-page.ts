import type { AppError } from '@griot/service-kit/http/errors'
import type { Context } from '../http/context.ts'
import { isPageLoad, isSafe } from '../http/fetch-metadata.ts'
import { escapeHtml, type SendPage } from './page.ts'

// Addresses that programs request: errors are JSON, whatever the Accept header is ...
const FOR_PROGRAMS = /^\/(?:api|m|assets|mfe\/v1)(?:\/|$)/
// ... except these, which users open by a link.
const FOR_USERS = /^\/(?:api\/admin\/queue\/board(?:\/|$)|mfe\/v1\/override$)/

/** Whether an error is sent as a page, because a user has opened the address in a browser. */
export const wantsErrorPage = ({ method, path, req }: Pick<Context, 'method' | 'path' | 'req'>) =>
  isSafe(method) && isPageLoad(req.headers) && (FOR_USERS.test(path) || !FOR_PROGRAMS.test(path))

export type SendErrorPage = (context: Context, error: AppError) => void

/** Sends an error as a page with a link to go on. */
export const createSendErrorPage =
  (productName: string, sendPage: SendPage): SendErrorPage =>
  (context, { status, code, message, retryAfter }) => {
    if (retryAfter !== undefined) context.set('retry-after', String(retryAfter))
    const heading = headingOf(status)
    const lines = [`<h1>${heading}</h1>`, `<p>${escapeHtml(message)}</p>`]
    // A foreign host name has none of our pages to link to.
    if (code !== 'host.unknown') lines.push(linksFor(context, { status, code }, escapeHtml(productName)))
    if (status >= 500) lines.push(`<p class="note">Incident ${context.state.requestId}</p>`)
    sendPage(context, status, heading.slice(0, -1), lines.join('\n'))
  }

/** Sends the error of a sign-in step as a page with a link to start again. */
export const sendSignInErrorPage = (
  sendPage: SendPage,
  context: Context,
  { status, code, message, retryAfter }: AppError,
) => {
  if (retryAfter !== undefined) context.set('retry-after', String(retryAfter))
  sendPage(
    context,
    status,
    'Sign In',
    `<h1>${code === 'user.blocked' ? 'Your account is blocked.' : 'That did not work.'}</h1>
<p>${escapeHtml(message)}</p>
<a class="button" href="/api/login">Sign In Again</a>
<p class="note"><a href="/">Back to the start page</a></p>`,
  )
}

const headingOf = (status: number) => {
  if (status === 401) return 'You are signed out.'
  if (status === 404 || status === 410) return 'Page not found.'
  return status >= 500 ? 'Something went wrong.' : 'That did not work.'
}

const linksFor = ({ url }: Context, { status, code }: Pick<AppError, 'status' | 'code'>, name: string) => {
  const isTooOld = code === 'sign_in.too_old'
  if (status !== 401 && !isTooOld) return `<a class="button" href="/">Go to ${name}</a>`
  const query = `${isTooOld ? 'again=1&amp;' : ''}returnTo=${encodeURIComponent(url)}`
  return `<a class="button" href="/api/login?${query}">${isTooOld ? 'Sign In Again' : 'Sign In'}</a>
<p class="note"><a href="/">Back to ${name}</a></p>`
}
