import type { AppError } from '@griot/service-kit/errors'
import type { Context } from '../http/context.ts'
import { isLookedAt, isSafe } from '../http/fetch-metadata.ts'
import { createSendPage, escapeHtml } from './frame.ts'

// What is asked there is asked by programs, and they are answered JSON whatever they say of themselves ...
const FOR_PROGRAMS = /^\/(?:api|m|assets|mfe\/v1)(?:\/|$)/
// ... but for these, to which we send people by a link.
const FOR_PEOPLE = /^\/(?:api\/admin\/queue\/board(?:\/|$)|mfe\/v1\/override$)/

/** Whether a failure is said as a page: to a person who has opened the address. */
export const isForPerson = ({ method, path, req }: Pick<Context, 'method' | 'path' | 'req'>) =>
  isSafe(method) && isLookedAt(req.headers) && (FOR_PEOPLE.test(path) || !FOR_PROGRAMS.test(path))

/** Says a failure to a person, and leads on. */
export const createSayError = (productName: string) => {
  const sendPage = createSendPage(productName)

  return (context: Context, { status, code, message, retryAfter }: AppError) => {
    if (retryAfter !== undefined) context.set('retry-after', String(retryAfter))
    const lines = [`<h1>${headingOf(status)}</h1>`, `<p>${escapeHtml(message)}</p>`]
    // Under a name that is not ours there is nowhere to go.
    if (code !== 'host.unknown') lines.push(wayOn(context, status, escapeHtml(productName)))
    if (status >= 500) lines.push(`<p class="note">Incident ${context.state.requestId}</p>`)
    sendPage(context, status, headingOf(status).slice(0, -1), lines.join('\n'))
  }
}

const headingOf = (status: number) => {
  if (status === 401) return 'You are signed out.'
  if (status === 404 || status === 410) return 'Nothing here.'
  return status >= 500 ? 'That went wrong.' : 'Not this time.'
}

const wayOn = ({ url }: Context, status: number, name: string) =>
  status === 401
    ? `<a class="button" href="/api/login?returnTo=${encodeURIComponent(url)}">Sign in</a>
<p class="note"><a href="/">Back to ${name}</a></p>`
    : `<a class="button" href="/">Go to ${name}</a>`
