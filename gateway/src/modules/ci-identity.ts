import { AppError } from '@griot/service-kit/http/errors'
import type { Log } from '@griot/service-kit/log/log'
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import type { GatewayConfig } from '../config.ts'
import type { RuleOfModule } from './team.queries.ts'

// Asymmetric only: with a symmetric one, the issuer's public key would be the secret.
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
const TIMEOUT_MS = 5_000
/** Codes of `jose` if the keys could not be fetched. All errors of a token have other codes. */
const NO_KEYS = [errors.JOSEError.code, errors.JWKSTimeout.code, errors.JWKSInvalid.code]

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url() })

type Keys = ReturnType<typeof createRemoteJWKSet>

/** Verifies the tokens that a CI service gives its jobs (OpenID Connect). */
export const createCiIdentity = ({ CI_OIDC_ISSUER: issuer, CI_OIDC_AUDIENCE: audience }: GatewayConfig, log: Log) => {
  let keys: Promise<Keys> | undefined

  const discover = async () => {
    const address = `${issuer?.replace(/\/$/, '')}/.well-known/openid-configuration`
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) throw new Error(`${address} returned ${response.status}`)
    const found = Discovery.parse(await response.json())
    if (found.issuer !== issuer) throw new Error(`${address} is of the issuer ${found.issuer}`)
    return createRemoteJWKSet(new URL(found.jwks_uri), { timeoutDuration: TIMEOUT_MS })
  }
  const readKeys = () => {
    // After a failure, the next request tries again.
    keys ??= discover().catch((error: unknown) => {
      keys = undefined
      throw error
    })
    return keys
  }

  /** The claims of a token. Throws 401 if it is not valid, 503 while the issuer is unavailable. */
  return async (token: string): Promise<JWTPayload> => {
    if (issuer === undefined || audience === undefined) {
      throw new AppError(
        401,
        'ci.not_configured',
        'This gateway accepts no tokens of CI jobs. Use a token of the module.',
      )
    }
    try {
      const expected = { issuer, audience, algorithms: ALGORITHMS, requiredClaims: ['exp'] }
      return (await jwtVerify(token, await readKeys(), expected)).payload
    } catch (error) {
      if (error instanceof errors.JOSEError && !NO_KEYS.includes(error.code)) {
        throw new AppError(401, 'token.unknown', `This token of a CI job is not valid: ${error.message}.`)
      }
      log.warn({ err: error }, 'keys of the CI issuer could not be read')
      throw new AppError(503, 'ci.unavailable', 'The keys of the CI issuer cannot be read now.', { retryAfter: 5 })
    }
  }
}

const fits = (expected: string, actual: unknown) =>
  typeof actual === 'string' &&
  (expected.endsWith('*') ? actual.startsWith(expected.slice(0, -1)) : actual === expected)

/** The rules whose claims the token has. */
export const rulesFor = (rules: readonly RuleOfModule[], payload: JWTPayload) =>
  rules.filter(({ claims }) => {
    const all = Object.entries(claims)
    return all.length > 0 && all.every(([name, expected]) => fits(expected, payload[name]))
  })
