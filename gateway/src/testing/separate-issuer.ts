import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair } from 'jose'
import type { JWKS } from 'oidc-provider'

/**
 * A company's OpenID provider as a separate process: RS256, claims only at its userinfo endpoint, and a form with the
 * same fields as ours. The environment sets its port and its client.
 */
const { PORT = '0', CLIENT_ID = 'griot', CLIENT_SECRET = '', CLOCK_SECONDS = '0' } = process.env

// Simulates a wrong clock.
const now = Date.now
Date.now = () => now() + Number(CLOCK_SECONDS) * 1_000

const people = new Map<string, Record<string, string>>()

const page = `<!doctype html><html lang="en"><title>Company account</title><form method="post">
<label>E-mail <input name="email"></label>
<label>First name <input name="firstName"></label>
<label>Last name <input name="lastName"></label>
<button>Sign in</button></form></html>`

const server = createServer()
server.listen(Number(PORT), '127.0.0.1', async () => {
  const { port } = server.address() as AddressInfo
  const { Provider, interactionPolicy } = await import('oidc-provider')
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const policy = interactionPolicy.base()
  policy.remove('consent')
  const provider = new Provider(`http://127.0.0.1:${port}`, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'company-1' }] } as JWKS,
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        token_endpoint_auth_method: 'client_secret_post',
        // The provider then ignores the port of the redirect address.
        application_type: 'native',
        redirect_uris: ['http://localhost/api/callback', 'http://127.0.0.1/api/callback'],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    pkce: { required: () => true },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name'],
      company: ['company'],
    },
    scopes: ['company'],
    cookies: {
      keys: [CLIENT_SECRET],
      names: { session: 'company', interaction: 'company_step', resume: 'company_on' },
    },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_, { uid }) => `/interaction/${uid}` },
    ttl: { AccessToken: 60, Grant: 600, IdToken: 300, Interaction: 600, Session: 1 },
    findAccount: async (_, sub) => {
      const { email, firstName, lastName } = people.get(sub) ?? {}
      const names = { given_name: firstName, family_name: lastName }
      // The group is the local part of the e-mail address, in the plural.
      const company = { groups: [`${email?.split('@')[0]}s`] }
      return { accountId: sub, claims: () => ({ sub, email, email_verified: true, ...names, company }) }
    },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: CLIENT_ID, accountId: oidc.session?.accountId })
      grant.addOIDCScope('openid email profile company')
      await grant.save()
      return grant
    },
  })
  const respond = provider.callback()

  const remember = async (request: IncomingMessage) => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    people.set(form.email ?? '', form)
    return form.email ?? ''
  }

  server.on('request', async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return respond(request, response)
    if (request.method !== 'POST') return response.setHeader('content-type', 'text/html; charset=utf-8').end(page)
    const login = { accountId: await remember(request), remember: false }
    await provider.interactionFinished(request, response, { login })
  })
  process.stdout.write(`${JSON.stringify({ msg: 'listening', port })}\n`)
})
