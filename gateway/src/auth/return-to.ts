import { ReadDescription } from '@griot/contracts/description'

// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop some of these, so that "/<tab>/evil" becomes "//evil"
const ODD = /[\u0000-\u001f\u007f\\]/

/** Where to go after signing in: a page of this origin, else the start page. */
export const safeReturnTo = (wanted: unknown, origin: string): string => {
  if (typeof wanted !== 'string' || wanted.length > 2048) return '/'
  if (!wanted.startsWith('/') || wanted.startsWith('//') || ODD.test(wanted)) return '/'
  if (!URL.canParse(wanted, origin)) return '/'
  const { origin: target, pathname, search, hash } = new URL(wanted, origin)
  // Pages only: the calls and the provider's own steps are no place to arrive at.
  const isPage = pathname === ReadDescription.path || !/^\/(api|idp)(\/|$)/.test(pathname)
  if (target !== origin || pathname.startsWith('//') || !isPage) return '/'
  return pathname + search + hash
}
