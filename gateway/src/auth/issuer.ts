import { FinishSignIn } from '@griot/contracts/user'
import type { Log } from '@griot/service-kit/log'
import type * as openid from 'openid-client'
import { type Claims, claimAt } from './claims.ts'
import { isUnknownCode, MadeUpAnswer, requireAnswerOf } from './made-up.ts'
import type { ReachIssuer } from './reach-issuer.ts'

type OpenId = typeof openid
type Configuration = openid.Configuration

interface SignInRequest {
  origin: string
  state: string
  nonce: string
  codeVerifier: string
}

export interface SignInAnswer {
  /** The address that the browser came back to, with the issuer's answer in its query. */
  address: URL
  expectedState: string
  expectedNonce: string
  codeVerifier: string
}

/** Whoever says who people are: code flow with PKCE, state and nonce. */
export interface Issuer {
  /** Whether an e-mail that it names is taken as proven. */
  readonly provesEmail: (claims: Claims) => boolean
  addressFor(request: SignInRequest): Promise<URL>
  claimsFor(answer: SignInAnswer): Promise<{ issuer: string; claims: Claims }>
}

/** Connects to the issuer as one of our origins sees it. */
export type Connect = (library: OpenId, origin: string) => Promise<Configuration>

/** The library is loaded with the first sign-in: a process at rest does without it. */
const loadLibrary = () => import('openid-client')

export interface IssuerOptions {
  connect: Connect
  provesEmail: Issuer['provesEmail']
  /** Before somebody is sent there; left out where it is a part of ourselves. */
  reach?: ReachIssuer
  scope?: string
  /** Asked for at the userinfo address when the ID token does not have them. */
  wanted?: readonly string[]
}

export const createIssuer = ({
  connect,
  provesEmail,
  reach,
  scope = 'openid email profile',
  wanted = ['email'],
}: IssuerOptions): Issuer => ({
  provesEmail,
  async addressFor({ origin, state, nonce, codeVerifier }) {
    const library = await loadLibrary()
    const [configuration] = await Promise.all([connect(library, origin), reach?.()])
    return library.buildAuthorizationUrl(configuration, {
      redirect_uri: origin + FinishSignIn.path,
      scope,
      state,
      nonce,
      code_challenge: await library.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    })
  },
  async claimsFor({ address, expectedState, expectedNonce, codeVerifier }) {
    const library = await loadLibrary()
    const configuration = await connect(library, address.origin)
    if (!address.searchParams.has('error')) requireAnswerOf(address, configuration.serverMetadata())
    const tokens = await library
      .authorizationCodeGrant(configuration, address, {
        expectedState,
        expectedNonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      })
      .catch((error: unknown) => {
        throw isUnknownCode(error) ? new MadeUpAnswer('the issuer does not know the code', { cause: error }) : error
      })
    const claims: Claims = { ...tokens.claims() }
    // Many issuers put only the subject into the ID token.
    const isWhole = wanted.every((claim) => claimAt(claims, claim) !== undefined)
    if (isWhole || configuration.serverMetadata().userinfo_endpoint === undefined) {
      return { issuer: configuration.serverMetadata().issuer, claims }
    }
    const more = await library.fetchUserInfo(configuration, tokens.access_token, String(claims.sub))
    return { issuer: configuration.serverMetadata().issuer, claims: { ...more, ...claims } }
  },
})

export interface ExternalIssuer {
  issuer: string
  clientId: string
  clientSecret: string | undefined
  log: Log
}

const DISCOVERED_MS = 10 * 60_000
/** How far its clock may be behind ours. */
const SKEW_SECONDS = 60

/** Any OpenID provider, found through its discovery document. An unreachable one is asked again at the next sign-in. */
export const connectTo = ({ issuer, clientId, clientSecret, log }: ExternalIssuer): Connect => {
  let known: { configuration: Promise<Configuration>; until: number } | undefined

  return (library) => {
    if (known !== undefined && known.until > performance.now()) return known.configuration
    const execute = issuer.startsWith('http:') ? [library.allowInsecureRequests] : []
    const authentication = clientSecret === undefined ? library.None() : undefined
    const client = { [library.clockTolerance]: SKEW_SECONDS, ...(clientSecret && { client_secret: clientSecret }) }
    const found = library.discovery(new URL(issuer), clientId, client, authentication, { execute, timeout: 10 })
    const previous = known
    known = { configuration: found, until: performance.now() + DISCOVERED_MS }
    found.catch((error: unknown) => {
      log.warn({ err: error }, 'issuer not reached')
      known = previous === undefined ? undefined : { ...previous, until: performance.now() + 30_000 }
    })
    // What was true ten minutes ago is better than no sign-in.
    return previous === undefined ? found : found.catch(() => previous.configuration)
  }
}
