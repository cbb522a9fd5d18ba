import type { IncomingMessage, ServerResponse } from 'node:http'

export type CookieName = 'griot_session' | 'griot_login' | 'griot_cohort' | 'griot_modules' | 'griot_wrote'

/** On https the browser itself guarantees that only this host, over https, has set the cookie. */
const nameOn = (origin: string, name: CookieName) => (origin.startsWith('https:') ? `__Host-${name}` : name)

/** The cookie's value, or undefined. Of several with the same name none is believed. */
export const readCookie = ({ headers }: IncomingMessage, origin: string, name: CookieName): string | undefined => {
  const start = `${nameOn(origin, name)}=`
  // Most cookies that are looked for are not there.
  if (headers.cookie?.includes(start) !== true) return undefined
  let found: string | undefined
  for (const pair of headers.cookie.split(';')) {
    const trimmed = pair.trim()
    if (!trimmed.startsWith(start)) continue
    if (found !== undefined) return undefined
    found = trimmed.slice(start.length)
  }
  return found
}

export const setCookie = (
  response: ServerResponse,
  origin: string,
  name: CookieName,
  value: string,
  maxAgeSeconds: number,
) => {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  response.appendHeader(
    'set-cookie',
    `${nameOn(origin, name)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`,
  )
}

export const clearCookie = (response: ServerResponse, origin: string, name: CookieName) =>
  setCookie(response, origin, name, '', 0)
