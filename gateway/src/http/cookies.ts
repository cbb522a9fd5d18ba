import type { Context } from './context.ts'

type CookieName = 'griot_session' | 'griot_login' | 'griot_cohort' | 'griot_modules' | 'griot_served' | 'griot_wrote'

/** The only path whose requests need the versions that the browser got. */
const TELEMETRY_PATH = '/mfe/v1/telemetry'

const isHttps = ({ state }: Context) => state.origin.startsWith('https:')

const pathOf = (name: CookieName) => (name === 'griot_served' ? TELEMETRY_PATH : '/')

/**
 * On https the `__Host-` prefix makes the browser guarantee that this host has set the cookie over https. A cookie of one
 * path cannot have it.
 */
const fullName = (context: Context, name: CookieName) => {
  if (!isHttps(context)) return name
  return pathOf(name) === '/' ? `__Host-${name}` : `__Secure-${name}`
}

/** The cookie's value; undefined if it is missing or sent more than once, because one of the two may be planted. */
export const readCookie = (context: Context, name: CookieName): string | undefined => {
  const start = `${fullName(context, name)}=`
  const values = (context.req.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start))
  return values.length === 1 ? values[0]?.slice(start.length) : undefined
}

export const setCookie = (context: Context, name: CookieName, value: string, maxAgeSeconds: number) => {
  const secure = isHttps(context) ? '; Secure' : ''
  const attributes = `Path=${pathOf(name)}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`
  context.res.appendHeader('set-cookie', `${fullName(context, name)}=${value}; ${attributes}`)
}

export const clearCookie = (context: Context, name: CookieName) => setCookie(context, name, '', 0)
