import { z } from 'zod'
import { reasonFor } from '../common/setup-error.ts'
import { type Check, isLoopback, type Report } from './finding.ts'

const TIMEOUT_MS = 5_000

const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  response_types_supported: z.array(z.string()).default(['code']),
  code_challenge_methods_supported: z.array(z.string()).default(['S256']),
})

/** The OpenID provider, according to its discovery document. */
export const checkSignIn: Check = async ({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId }, report) => {
  if (issuer === undefined) return 'The built-in sign-in, for this machine only.'
  if (!URL.canParse(issuer)) {
    report.error(`OIDC_ISSUER is “${issuer}”, which is not a URL.`)
    return ''
  }
  const { protocol, hostname } = new URL(issuer)
  if (protocol !== 'https:' && !isLoopback(hostname)) {
    report.error('OIDC_ISSUER must be an https URL.')
    return ''
  }
  if (clientId === undefined) report.error('OIDC_CLIENT_ID is needed when OIDC_ISSUER is set.')
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  await checkProvider(issuer, address, report).catch((failure: unknown) =>
    report.error(`${address} cannot be reached: ${reasonFor(failure)}.`),
  )
  return `${issuer} is a usable OpenID provider.`
}

const get = (url: string) => fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })

const checkProvider = async (issuer: string, address: string, { warning, error }: Report) => {
  const response = await get(address)
  if (!response.ok) return error(`${address} returned ${response.status}: OIDC_ISSUER is not the URL of an issuer.`)
  const { data } = Discovery.safeParse(await response.json())
  if (data === undefined) return error(`${address} does not describe an OpenID provider.`)
  if (data.issuer !== issuer) {
    error(
      `The issuer in its document is ${data.issuer}: set OIDC_ISSUER to exactly this value, or tokens are rejected.`,
    )
  }
  if (!data.response_types_supported.includes('code')) error('The provider does not support the code flow.')
  if (!data.code_challenge_methods_supported.includes('S256')) {
    warning('The provider does not announce PKCE with S256, which every sign-in uses.')
  }
  const keys = await get(data.jwks_uri)
  if (!keys.ok) error(`The keys at ${data.jwks_uri} cannot be read: ${keys.status}.`)
}
