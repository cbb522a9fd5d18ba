import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '@griot/service-kit/http/errors'
import type { Context } from './context.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

export const isSafe = (method: string) => SAFE.has(method)

/**
 * CSRF protection: throws 403 for a write that a page of another origin has sent. All supported browsers send
 * `Sec-Fetch-Site` or `Origin`, much older ones `Referer`. A request with none of these comes from a program that sends
 * its own cookie, so cross-site request forgery does not apply to it.
 */
export const requireOwnPage = ({ method, req: { headers }, state }: Context) => {
  if (isSafe(method)) return
  const site = headers['sec-fetch-site']
  const from = headers.origin ?? originOf(headers.referer)
  const isOurs = site === undefined ? from === undefined || from === state.origin : site === 'same-origin'
  if (!isOurs) throw new AppError(403, 'origin.foreign', 'This can only be done from our own pages.')
}

const originOf = (address: string | undefined) => {
  if (address === undefined) return undefined
  return URL.canParse(address) ? new URL(address).origin : address
}

/** Whether the response is displayed as a page: the user followed a link or typed the address. */
export const isPageLoad = ({
  accept = '',
  'sec-fetch-mode': mode,
  'sec-fetch-dest': destination,
}: IncomingHttpHeaders) =>
  accept.includes('text/html') && (mode === undefined || (mode === 'navigate' && destination === 'document'))

/**
 * Whether the user navigated here by a link of ours or the address bar, in contrast to an image, a foreign page or a
 * prefetch. A request without `Sec-Fetch-Site` comes from a program and is accepted; some programs do send a mode.
 */
export const isOwnNavigation = ({
  'sec-fetch-site': site,
  'sec-fetch-mode': mode,
  'sec-purpose': purpose,
}: IncomingHttpHeaders) =>
  purpose === undefined && (site === undefined || ((site === 'same-origin' || site === 'none') && mode === 'navigate'))
