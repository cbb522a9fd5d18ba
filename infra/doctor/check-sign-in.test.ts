import { afterAll, describe, expect, it } from 'vitest'
import { closeServers, errorsOf, findingsOf, serve, UNUSED_ADDRESS, warningsOf } from '../testing/doctor.ts'
import { checkSignIn } from './check-sign-in.ts'

afterAll(closeServers)

describe('the sign-in', () => {
  const provider = (change: (self: string) => object = () => ({})) => {
    const started: Promise<string> = serve(async (request, response) => {
      const self = await started
      const description = {
        issuer: self,
        authorization_endpoint: `${self}/auth`,
        token_endpoint: `${self}/token`,
        jwks_uri: `${self}/jwks`,
        code_challenge_methods_supported: ['S256'],
        ...change(self),
      }
      const isFound = request.url === '/.well-known/openid-configuration' || request.url === '/jwks'
      response.writeHead(isFound ? 200 : 404, { 'content-type': 'application/json' })
      response.end(JSON.stringify(description))
    })
    return started
  }
  const environmentFor = async (issuer: string) => ({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'griot' })

  it('is ok with a matching provider', async () => {
    expect(await findingsOf(checkSignIn, {})).toMatchObject([{ level: 'ok' }])
    expect(await findingsOf(checkSignIn, await environmentFor(await provider()))).toMatchObject([{ level: 'ok' }])
  })

  it.each<[string, (self: string) => object, RegExp]>([
    ['has another issuer', (self) => ({ issuer: `${self}/other` }), /issuer in its document/],
    ['does not support the code flow', () => ({ response_types_supported: ['token'] }), /code flow/],
    ['has no keys', (self) => ({ jwks_uri: `${self}/nowhere` }), /keys .* cannot be read: 404/],
    ['has no token endpoint', () => ({ token_endpoint: undefined }), /does not describe/],
  ])('is an error when the provider %s', async (_, change, sentence) => {
    expect(await errorsOf(checkSignIn, await environmentFor(await provider(change)))).toEqual([
      expect.stringMatching(sentence),
    ])
  })

  it('is a warning when the provider does not support PKCE', async () => {
    const issuer = await provider(() => ({ code_challenge_methods_supported: ['plain'] }))
    expect(await warningsOf(checkSignIn, await environmentFor(issuer))).toEqual([expect.stringMatching(/PKCE/)])
  })

  it('is an error without a client, with http, with a wrong URL, and when the provider is unreachable', async () => {
    expect(await errorsOf(checkSignIn, { OIDC_ISSUER: await provider() })).toEqual([
      expect.stringMatching(/OIDC_CLIENT_ID/),
    ])
    expect(await errorsOf(checkSignIn, await environmentFor('http://id.example'))).toEqual([
      expect.stringMatching(/https/),
    ])
    expect(await errorsOf(checkSignIn, await environmentFor('id'))).toEqual([expect.stringMatching(/not a URL/)])
    expect(await errorsOf(checkSignIn, await environmentFor(`${await provider()}/x`))).toEqual([
      expect.stringMatching(/returned 404/),
    ])
    expect(await errorsOf(checkSignIn, await environmentFor(`http://${UNUSED_ADDRESS}`))).toEqual([
      expect.stringMatching(/cannot be reached/),
    ])
  })
})
