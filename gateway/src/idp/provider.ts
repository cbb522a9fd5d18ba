import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import type { Configuration, JWKS } from 'oidc-provider'
import { createMemoryAdapter } from './memory-adapter.ts'
import { type Person, subjectOf } from './people.ts'
import { loadProvider } from './quiet-import.ts'

// Not the address: people keep their accounts when the port or the name of the machine changes.
const ISSUER = 'http://localhost/idp'

const MINUTE = 60
const MOST_PEOPLE = 10_000

export interface ProviderOptions {
  publicOrigin: string | undefined
  jwks: string | undefined
  clientSecret: string
  mountPath: string
}

/** The provider's library, set up for one client (us) and for people without passwords. */
export const openProvider = async ({ publicOrigin, jwks, clientSecret, mountPath }: ProviderOptions) => {
  const { Provider, interactionPolicy } = await loadProvider()
  const policy = interactionPolicy.base()
  // Signing in to the product is all the consent there is.
  policy.remove('consent')
  const keys = jwks === undefined ? await newKeys() : (JSON.parse(jwks) as JWKS)
  const signingAlgorithm = algorithmOf(keys)
  const people = new Map<string, Person>()

  const claimsOf = (subject: string) => {
    const person = people.get(subject)
    if (person === undefined) return { sub: subject }
    const { email, firstName, lastName } = person
    return { sub: subject, email, email_verified: true, given_name: firstName, family_name: lastName }
  }

  const configuration: Configuration = {
    adapter: createMemoryAdapter(),
    jwks: keys,
    clients: [
      {
        client_id: 'griot',
        client_secret: clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
        // Of a native application the port of a loopback address does not matter, and ours is free to change.
        application_type: publicOrigin === undefined ? 'native' : 'web',
        redirect_uris: redirectUris(publicOrigin),
        grant_types: ['authorization_code'],
        response_types: ['code'],
        id_token_signed_response_alg: signingAlgorithm,
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    // The claims come with the ID token, so nothing has to be asked for twice.
    conformIdTokenClaims: false,
    cookies: {
      keys: [randomUUID()],
      names: { session: 'griot_idp_session', interaction: 'griot_idp_step', resume: 'griot_idp_resume' },
      long: { sameSite: 'lax', path: mountPath },
      short: { sameSite: 'lax' },
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    interactions: { policy, url: (_, interaction) => `${mountPath}/interaction/${interaction.uid}` },
    ttl: {
      AccessToken: MINUTE,
      AuthorizationCode: MINUTE,
      Grant: 10 * MINUTE,
      IdToken: 5 * MINUTE,
      Interaction: 10 * MINUTE,
      Session: 10 * MINUTE,
    },
    findAccount: async (_, subject) => ({ accountId: subject, claims: () => claimsOf(subject) }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    renderError: (context, { error, error_description }) => {
      context.type = 'text/plain; charset=utf-8'
      context.body = `This sign-in cannot go on (${error_description ?? error}). Please go back and start again.`
    },
  }
  const provider = new Provider(ISSUER, configuration)
  // The mount sets these headers itself, from the origin that it has checked.
  provider.proxy = true

  return {
    provider,
    signingAlgorithm,
    /** What the next ID token says about someone; answers their subject. */
    remember(person: Person) {
      if (people.size >= MOST_PEOPLE) people.clear()
      people.set(subjectOf(person), person)
      return subjectOf(person)
    },
  }
}
export type OpenProvider = Awaited<ReturnType<typeof openProvider>>

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
