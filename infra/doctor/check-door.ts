import { type Check, isLoopback, speaker } from './finding.ts'

const { good, odd, wrong } = speaker('public door')
const SHORTEST_TOKEN = 24

/** Where people come in: the address, who may sign in, and what stands in front. */
export const checkDoor: Check = async (env) => {
  const { PUBLIC_ORIGIN: origin, OIDC_ISSUER: issuer, HOST: host = '127.0.0.1', METRICS_TOKEN: token } = env
  const findings = []
  const isPublic = origin !== undefined && URL.canParse(origin) && !isLoopback(new URL(origin).hostname)
  if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).origin !== origin)) {
    findings.push(
      wrong(`PUBLIC_ORIGIN is “${origin}”; it has to be an origin such as https://griot.example, without a path.`),
    )
  } else if (isPublic && origin.startsWith('http:')) {
    findings.push(
      wrong(`PUBLIC_ORIGIN is ${origin}: over http anybody on the way can take a session. Serve it by https.`),
    )
  }
  if (issuer === undefined && (isPublic || !isLoopback(host) || env.NODE_ENV === 'production')) {
    findings.push(wrong('The built-in sign-in asks for no password and is for this machine only: set OIDC_ISSUER.'))
  }
  if (isPublic && isLoopback(host) && (env.TRUSTED_PROXIES ?? '0') === '0') {
    findings.push(
      odd(
        'A proxy on this machine brings people in, and TRUSTED_PROXIES is 0: all who are signed out share one limit. Set it to the number of proxies.',
      ),
    )
  }
  if (!isLoopback(host) && env.TRUSTED_PROXIES !== undefined && env.TRUSTED_PROXIES !== '0') {
    findings.push(
      odd(`HOST is ${host}: see that nobody can reach this port past your proxies, or they write their own address.`),
    )
  }
  if (isPublic && env.RATE_LIMITS === 'off') {
    findings.push(odd('RATE_LIMITS is off on a public address: one visitor can keep the others out.'))
  }
  if (!(env.ADMIN_EMAILS ?? '').includes('@')) {
    findings.push(odd('ADMIN_EMAILS names nobody: no one can see the whole queue or help somebody with their files.'))
  }
  if (token !== undefined && token.length < SHORTEST_TOKEN) {
    findings.push(wrong(`METRICS_TOKEN has ${token.length} characters; it needs ${SHORTEST_TOKEN}.`))
  } else if (isPublic && token === undefined) {
    findings.push(odd('METRICS_TOKEN is not set: nobody will hear of a bad night. See infra/monitoring.'))
  }
  return findings.length > 0 ? findings : [good(origin ? `People come in at ${origin}.` : 'For this machine only.')]
}
