import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { KEEP_ALIVE_MS } from '@griot/service-kit/http/serve'
import { exportJWK, generateKeyPair } from 'jose'
import type { JWKS } from 'oidc-provider'

/** Starts an external OpenID provider that signs in a user with the configured claims. */
export const startIssuer = async () => {
  const { Provider, interactionPolicy } = await import('oidc-provider')
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const policy = interactionPolicy.base()
  policy.remove('consent')
  let claims: Record<string, unknown> & { sub: string } = { sub: 'unset' }
  const redirectUris = new Set<string>()

  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS },
    (request, response) => void respond(request, response),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'k' }] } as JWKS,
    clients: [
      {
        client_id: 'griot',
        client_secret: 'secret',
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: ['http://127.0.0.1:1/api/callback'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'roles'] },
    cookies: { keys: ['k'] },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_, { uid }) => `/interaction/${uid}` },
    ttl: { AccessToken: 60, Grant: 600, IdToken: 300, Interaction: 600, Session: 600 },
    findAccount: async (_, sub) => ({ accountId: sub, claims: () => claims }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: 'griot', accountId: oidc.session?.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  provider.Client.prototype.redirectUriAllowed = (uri: string) => redirectUris.has(uri)
  const callback = provider.callback()

  const respond: typeof callback = async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return callback(request, response)
    await provider.interactionFinished(request, response, { login: { accountId: claims.sub } })
  }

  return {
    issuer,
    allow: (uri: string) => redirectUris.add(uri),
    /** Sets the claims for all following sign-ins. */
    says(about: Record<string, unknown> & { sub: string }) {
      claims = about
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
