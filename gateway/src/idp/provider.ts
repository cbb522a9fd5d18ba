import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Configuration, JWKS } from 'oidc-provider'
import type { GatewayConfig } from '../config.ts'
import { type Person, subjectOf } from './people.ts'

/** The path that the provider is mounted at. */
export const IDP = '/idp'

// Not the real address: accounts must stay the same if the port or the name of the machine changes.
const ISSUER = 'http://localhost/idp'

const MINUTE = 60
const MAX_PEOPLE = 10_000

// `oidc-provider` is not tested on all Node releases that we support; our own tests cover them. Its storage in memory is
// meant for development, as this provider is: a restart loses only sign-ins that are in progress.
const EXPECTED_WARNINGS = /Unsupported runtime|in-memory adapter/

/** Runs `work` without the expected warnings of `oidc-provider` on the console. The log is JSON, one object a line. */
const withoutWarnings = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const { warn } = console
  console.warn = (...args: unknown[]) => {
    if (!EXPECTED_WARNINGS.test(String(args[0]))) warn(...args)
  }
  try {
    return await work()
  } finally {
    console.warn = warn
  }
}

/** Starts `oidc-provider` for one client, the gateway, and for people without passwords. */
export const openProvider = (config: GatewayConfig, clientSecret: string) =>
  withoutWarnings(() => createProvider(config, clientSecret))
export type OpenProvider = Awaited<ReturnType<typeof openProvider>>

const createProvider = async (config: GatewayConfig, clientSecret: string) => {
  const { PUBLIC_ORIGIN: publicOrigin, OIDC_PROVIDER_JWKS: jwks } = config
  const { Provider, interactionPolicy } = await import('oidc-provider')
  const policy = interactionPolicy.base()
  // The sign-in itself is the consent.
  policy.remove('consent')
  const keys = jwks === undefined ? await newKeys() : (JSON.parse(jwks) as JWKS)
  const signingAlgorithm = algorithmOf(keys)
  const claims = new LRUCache<string, Record<string, string | boolean>>({ max: MAX_PEOPLE })

  const configuration: Configuration = {
    jwks: keys,
    clients: [
      {
        client_id: 'griot',
        client_secret: clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
        // The provider ignores the port of a native application's loopback address; our port can change.
        application_type: publicOrigin === undefined ? 'native' : 'web',
        redirect_uris: redirectUris(publicOrigin),
        grant_types: ['authorization_code'],
        response_types: ['code'],
        require_auth_time: true,
        id_token_signed_response_alg: signingAlgorithm,
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    // Puts the claims into the ID token, so that no userinfo request is needed.
    conformIdTokenClaims: false,
    cookies: {
      keys: [randomUUID()],
      names: { session: 'griot_idp_session', interaction: 'griot_idp_step', resume: 'griot_idp_resume' },
      long: { sameSite: 'lax', path: IDP },
      short: { sameSite: 'lax' },
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    interactions: { policy, url: (_, interaction) => `${IDP}/interaction/${interaction.uid}` },
    ttl: {
      AccessToken: MINUTE,
      AuthorizationCode: MINUTE,
      Grant: 10 * MINUTE,
      IdToken: 5 * MINUTE,
      Interaction: 10 * MINUTE,
      Session: 10 * MINUTE,
    },
    findAccount: async (_, subject) => ({
      accountId: subject,
      claims: () => ({ sub: subject, ...claims.get(subject) }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    renderError: (context, { error, error_description }) => {
      context.type = 'text/plain; charset=utf-8'
      context.body = `This sign-in cannot continue (${error_description ?? error}). Please go back and start again.`
    },
  }
  const provider = new Provider(ISSUER, configuration)
  // Trusts the forwarded headers, which the gateway sets from the origin that it has checked.
  provider.proxy = true

  return {
    provider,
    signingAlgorithm,
    /** Stores the claims for the person's next ID token and returns the subject. */
    remember(person: Person) {
      const { email, firstName, lastName } = person
      const subject = subjectOf(person)
      claims.set(subject, { email, email_verified: true, given_name: firstName, family_name: lastName })
      return subject
    },
  }
}

const redirectUris = (publicOrigin: string | undefined) =>
  (publicOrigin === undefined ? ['http://localhost', 'http://127.0.0.1', 'http://[::1]'] : [publicOrigin]).map(
    (origin) => `${origin}/api/callback`,
  )

const newKeys = async (): Promise<JWKS> => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { keys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: randomUUID() }] } as JWKS
}

const algorithmOf = ({ keys: [key] }: JWKS) => {
  if (key?.kty === 'EC') return 'ES256'
  if (key?.kty === 'OKP') return 'EdDSA'
  return 'RS256'
}
