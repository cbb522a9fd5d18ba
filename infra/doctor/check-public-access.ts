import { type Check, isLoopback } from './finding.ts'

const MIN_TOKEN_LENGTH = 24

/** The public address, the sign-in and the proxies. */
export const checkPublicAccess: Check = async (env, { warning, error }) => {
  const { PUBLIC_ORIGIN: origin, OIDC_ISSUER: issuer, HOST: host = '127.0.0.1', METRICS_TOKEN: token } = env
  const proxies = env.TRUSTED_PROXIES ?? '0'
  const isPublic = origin !== undefined && URL.canParse(origin) && !isLoopback(new URL(origin).hostname)
  if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).origin !== origin)) {
    error(`PUBLIC_ORIGIN is “${origin}”; it must be an origin such as https://griot.example, without a path.`)
  } else if (isPublic && origin.startsWith('http:')) {
    error(`PUBLIC_ORIGIN is ${origin}: with http, sessions can be stolen on the network. Use https.`)
  }
  if (issuer === undefined && (isPublic || !isLoopback(host) || env.NODE_ENV === 'production')) {
    error('The built-in sign-in needs no password and is for this machine only: set OIDC_ISSUER.')
  }
  if (isPublic && isLoopback(host) && proxies === '0') {
    warning(
      'Requests come through a proxy on this machine, but TRUSTED_PROXIES is 0: all visitors share one rate limit. Set it to the number of proxies.',
    )
  }
  if (!isLoopback(host) && proxies !== '0') {
    warning(
      `HOST is ${host}: make sure that this port is reachable only through your proxies, because other clients could forge their address.`,
    )
  }
  if (isPublic && env.RATE_LIMITS === 'off') {
    warning('RATE_LIMITS is off on a public address: one client can block all others.')
  }
  if (!(env.ADMIN_EMAILS ?? '').includes('@')) {
    warning('ADMIN_EMAILS is empty: no admin can see the whole queue or the files of other users.')
  }
  if (token !== undefined && token.length < MIN_TOKEN_LENGTH) {
    error(`METRICS_TOKEN has ${token.length} characters; it needs ${MIN_TOKEN_LENGTH}.`)
  } else if (isPublic && token === undefined) {
    warning('METRICS_TOKEN is not set, so monitoring cannot read metrics. See infra/monitoring.')
  }
  return origin ? `The public address is ${origin}.` : 'For this machine only.'
}
