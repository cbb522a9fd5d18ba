import { z } from 'zod'
import { because, type Check, isLoopback, speaker } from './finding.ts'

const { good, odd, wrong } = speaker('sign-in')
const PATIENCE_MS = 5_000

const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  response_types_supported: z.array(z.string()).default(['code']),
  code_challenge_methods_supported: z.array(z.string()).optional(),
})

/** The OpenID provider, by what it says of itself. */
export const checkSignIn: Check = async ({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId }) => {
  if (issuer === undefined) return [good('The built-in sign-in, for this machine.')]
  if (!URL.canParse(issuer)) return [wrong(`OIDC_ISSUER is “${issuer}”, which is no address.`)]
  const { protocol, hostname } = new URL(issuer)
  if (protocol !== 'https:' && !isLoopback(hostname)) return [wrong('OIDC_ISSUER has to be an https address.')]
  const findings = clientId === undefined ? [wrong('OIDC_CLIENT_ID is needed when OIDC_ISSUER is set.')] : []
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) })
    if (!response.ok)
      return [...findings, wrong(`${address} answers ${response.status}: OIDC_ISSUER is not that issuer’s address.`)]
    const read = Discovery.safeParse(await response.json())
    if (!read.success) return [...findings, wrong(`${address} does not describe an OpenID provider.`)]
    const { data } = read
    if (data.issuer !== issuer) {
      findings.push(
        wrong(`It calls itself ${data.issuer}: set OIDC_ISSUER to exactly that, or its tokens are refused.`),
      )
    }
    if (!data.response_types_supported.includes('code')) findings.push(wrong('It does not offer the code flow.'))
    if (data.code_challenge_methods_supported?.includes('S256') === false) {
      findings.push(odd('It does not say that it knows PKCE with S256, which every sign-in here uses.'))
    }
    const keys = await fetch(data.jwks_uri, { signal: AbortSignal.timeout(PATIENCE_MS) })
    if (!keys.ok) findings.push(wrong(`Its keys at ${data.jwks_uri} cannot be read: ${keys.status}.`))
  } catch (error) {
    findings.push(wrong(`${address} cannot be reached: ${because(error)}.`))
  }
  return findings.length > 0 ? findings : [good(`${issuer} signs people in.`)]
}
