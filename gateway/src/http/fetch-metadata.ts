import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '@griot/service-kit/errors'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

export const isSafe = (method: string) => SAFE.has(method)

/**
 * Whatever changes something must come from our own pages. Every browser we support says where a write comes from, in
 * `Sec-Fetch-Site` or at least in `Origin`, and one that is far older in `Referer`; a request with none of them is a
 * program that carries its own cookie, and nobody can trick a program into sending it.
 */
export const requireOwnPage = (method: string, headers: IncomingHttpHeaders, origin: string) => {
  if (isSafe(method)) return
  const site = headers['sec-fetch-site']
  const from = headers.origin ?? originOf(headers.referer)
  const isOurs = site === undefined ? from === undefined || from === origin : site === 'same-origin'
  if (!isOurs) throw new AppError(403, 'origin.foreign', 'This can only be done from our own pages.')
}

/**
 * Somebody will look at the answer: they followed a link or typed the address. Scripts, images and programs ask otherwise;
 * a browser that says nothing about it takes HTML only for what it shows.
 */
export const isLookedAt = ({
  accept = '',
  'sec-fetch-mode': mode,
  'sec-fetch-dest': destination,
}: IncomingHttpHeaders) =>
  accept.includes('text/html') && (mode === undefined || (mode === 'navigate' && destination === 'document'))

const originOf = (address: string | undefined) => {
  if (address === undefined) return undefined
  return URL.canParse(address) ? new URL(address).origin : address
}

/**
 * Someone chose to go there, by a link of ours or the address bar; an image or a foreign page did not send them. What
 * says nothing about the site is no browser (some programs do send a mode). A page loaded ahead is nobody's choice yet.
 */
export const isOwnNavigation = ({
  'sec-fetch-site': site,
  'sec-fetch-mode': mode,
  'sec-purpose': purpose,
}: IncomingHttpHeaders) =>
  purpose === undefined && (site === undefined || ((site === 'same-origin' || site === 'none') && mode === 'navigate'))
