import { FinishSignIn } from '@griot/contracts/user'
import type * as openid from 'openid-client'
import type { GatewayConfig } from '../config.ts'
import { type Claims, claimAt } from './profile.ts'
import { SIGN_IN_SECONDS } from './sign-ins.queries.ts'

type OpenId = typeof openid
type Configuration = openid.Configuration

export interface SignInCallback {
  /** The address that the browser returned to, with the issuer's response in its query. */
  address: URL
  expectedState: string
  expectedNonce: string
  codeVerifier: string
  /** The issuer must have asked for the credentials during this sign-in. */
  isAgain: boolean
}

export interface AuthorizationRequest {
  origin: string
  state: string
  nonce: string
  codeVerifier: string
  isAgain: boolean
}

/** Returns the client configuration for one of our origins. */
export type Connect = (library: OpenId, origin: string) => Promise<Configuration>

// Loaded with the first sign-in, because an idle process does not need it.
const loadLibrary = () => import('openid-client')

interface IssuerOptions {
  connect: Connect
  /** Whether the e-mail claim counts as verified. */
  provesEmail: (claims: Claims) => boolean
  scope?: string
  /** Claims that are requested from the userinfo endpoint if the ID token lacks them. */
  wanted?: readonly string[]
}

/** The callback's query was not issued by the issuer, or not for this sign-in. */
export class InvalidCallback extends Error {}

/** Throws InvalidCallback unless the query holds exactly one code and names no other issuer. */
const validateCallback = ({ searchParams }: URL, metadata: openid.ServerMetadata) => {
  const [code, ...otherCodes] = searchParams.getAll('code')
  const issuers = searchParams.getAll('iss')
  const isRequired = metadata.authorization_response_iss_parameter_supported === true
  const hasRightIssuer = issuers.length === 0 ? !isRequired : issuers.length === 1 && issuers[0] === metadata.issuer
  // We never request JARM, which sends the whole response in one parameter.
  if (!code || otherCodes.length > 0 || !hasRightIssuer || searchParams.has('response')) {
    throw new InvalidCallback('the callback holds no valid authorization response')
  }
}

/** The time at which the user proved their identity; null if the issuer does not return it. */
const authTimeOf = ({ auth_time: seconds }: Claims) => (typeof seconds === 'number' ? new Date(seconds * 1000) : null)

const isUnknownCode = (error: unknown) => error instanceof Error && 'error' in error && error.error === 'invalid_grant'

/** An OpenID provider, used with the code flow, PKCE, state and nonce. */
export const createIssuer = ({
  connect,
  provesEmail,
  scope = 'openid email profile',
  wanted = ['email'],
}: IssuerOptions) => ({
  provesEmail,
  async addressFor({ origin, ...request }: AuthorizationRequest) {
    const library = await loadLibrary()
    const configuration = await connect(library, origin)
    return library.buildAuthorizationUrl(configuration, {
      redirect_uri: origin + FinishSignIn.path,
      scope,
      state: request.state,
      nonce: request.nonce,
      code_challenge: await library.calculatePKCECodeChallenge(request.codeVerifier),
      code_challenge_method: 'S256',
      ...(request.isAgain && { prompt: 'login', max_age: String(SIGN_IN_SECONDS) }),
    })
  },
  async claimsFor({ address, expectedState, expectedNonce, codeVerifier, isAgain }: SignInCallback) {
    const library = await loadLibrary()
    const configuration = await connect(library, address.origin)
    const metadata = configuration.serverMetadata()
    if (!address.searchParams.has('error')) validateCallback(address, metadata)
    const tokens = await library
      .authorizationCodeGrant(configuration, address, {
        expectedState,
        expectedNonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
        // Requires the claim `auth_time` and compares it.
        ...(isAgain && { maxAge: SIGN_IN_SECONDS }),
      })
      .catch((error: unknown) => {
        throw isUnknownCode(error) ? new InvalidCallback('the issuer rejected the code', { cause: error }) : error
      })
    const claims: Claims = { ...tokens.claims() }
    const authenticatedAt = authTimeOf(claims)
    // Many issuers put only the subject into the ID token.
    const isComplete = wanted.every((claim) => claimAt(claims, claim) !== undefined)
    if (isComplete || metadata.userinfo_endpoint === undefined)
      return { issuer: metadata.issuer, claims, authenticatedAt }
    const userInfo = await library.fetchUserInfo(configuration, tokens.access_token, String(claims.sub))
    return { issuer: metadata.issuer, claims: { ...userInfo, ...claims }, authenticatedAt }
  },
})
export type Issuer = ReturnType<typeof createIssuer>

const DISCOVERY_TIMEOUT_SECONDS = 5
const CLOCK_SKEW_SECONDS = 60

/**
 * The OpenID provider of the configuration, found through its discovery document. The document is not cached: if the
 * provider is unavailable, a sign-in fails before the browser is sent there, not after the user has typed the password.
 */
export const createExternalIssuer = (config: GatewayConfig) => {
  const { OIDC_ISSUER: address = '', OIDC_CLIENT_ID: clientId = '', OIDC_CLIENT_SECRET: clientSecret } = config
  return createIssuer({
    connect: (library) => {
      const execute = address.startsWith('http:') ? [library.allowInsecureRequests] : []
      const authentication = clientSecret === undefined ? library.None() : undefined
      const client = {
        [library.clockTolerance]: CLOCK_SKEW_SECONDS,
        ...(clientSecret && { client_secret: clientSecret }),
      }
      const options = { execute, timeout: DISCOVERY_TIMEOUT_SECONDS }
      return library.discovery(new URL(address), clientId, client, authentication, options)
    },
    provesEmail: (claims) => claims.email_verified === true,
    scope: config.OIDC_SCOPE,
    wanted: ['email', config.OIDC_ROLES_CLAIM],
  })
}
