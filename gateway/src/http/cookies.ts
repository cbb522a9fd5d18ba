import type { Context } from './context.ts'

type CookieName = 'griot_session' | 'griot_login' | 'griot_cohort' | 'griot_modules' | 'griot_wrote'

const isHttps = ({ state }: Context) => state.origin.startsWith('https:')

/** On https the `__Host-` prefix makes the browser guarantee that this host has set the cookie over https. */
const fullName = (context: Context, name: CookieName) => (isHttps(context) ? `__Host-${name}` : name)

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
  const attributes = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${isHttps(context) ? '; Secure' : ''}`
  context.res.appendHeader('set-cookie', `${fullName(context, name)}=${value}; ${attributes}`)
}

export const clearCookie = (context: Context, name: CookieName) => setCookie(context, name, '', 0)
