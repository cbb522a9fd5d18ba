import { ReadDescription } from '@griot/contracts/description'

// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop some of these, so that "/<tab>/evil" becomes "//evil"
const AMBIGUOUS = /[\u0000-\u001f\u007f\\]/

/** Returns the path to load after the sign-in: `wanted` if it is a page of this origin, otherwise `/`. */
export const safeReturnTo = (wanted: unknown, origin: string): string => {
  if (typeof wanted !== 'string' || wanted.length > 2048) return '/'
  if (!wanted.startsWith('/') || wanted.startsWith('//') || AMBIGUOUS.test(wanted)) return '/'
  if (!URL.canParse(wanted, origin)) return '/'
  const { origin: target, pathname, search, hash } = new URL(wanted, origin)
  const isAllowed = pathname === ReadDescription.path || isPage(pathname)
  if (target !== origin || pathname.startsWith('//') || !isAllowed) return '/'
  return pathname + search + hash
}

/** An API call or a step of the provider is no page to return to. */
const isPage = (pathname: string) => {
  try {
    // A proxy may decode the path, and a server may ignore case.
    return !/^\/(api|idp)(\/|$)/i.test(decodeURIComponent(pathname))
  } catch {
    return false
  }
}
