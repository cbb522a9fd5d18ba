import { afterAll, describe, expect, it } from 'vitest'
import { checkSignIn } from './check-sign-in.ts'
import { closeServed, NOWHERE, odds, serve, wrongs } from './given-checks.ts'

afterAll(closeServed)

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
      const isKnown = request.url === '/.well-known/openid-configuration' || request.url === '/jwks'
      response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' })
      response.end(JSON.stringify(description))
    })
    return started
  }
  const asked = async (issuer: string) => ({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'griot' })

  it('is good when the provider is who it says', async () => {
    expect(await checkSignIn({})).toMatchObject([{ level: 'good' }])
    expect(await checkSignIn(await asked(await provider()))).toMatchObject([{ level: 'good' }])
  })

  it.each<[string, (self: string) => object, RegExp]>([
    ['calls itself otherwise', (self) => ({ issuer: `${self}/other` }), /calls itself/],
    ['has no code flow', () => ({ response_types_supported: ['token'] }), /code flow/],
    ['shows no keys', (self) => ({ jwks_uri: `${self}/nowhere` }), /keys .* cannot be read: 404/],
    ['is none', () => ({ token_endpoint: undefined }), /does not describe/],
  ])('is wrong when the provider %s', async (_, change, sentence) => {
    expect(await wrongs(checkSignIn, await asked(await provider(change)))).toEqual([expect.stringMatching(sentence)])
  })

  it('is odd when the provider knows no PKCE', async () => {
    const issuer = await provider(() => ({ code_challenge_methods_supported: ['plain'] }))
    expect(await odds(checkSignIn, await asked(issuer))).toEqual([expect.stringMatching(/PKCE/)])
  })

  it('is wrong without a client, by http, at a wrong address, and when nobody is there', async () => {
    expect(await wrongs(checkSignIn, { OIDC_ISSUER: await provider() })).toEqual([
      expect.stringMatching(/OIDC_CLIENT_ID/),
    ])
    expect(await wrongs(checkSignIn, await asked('http://id.example'))).toEqual([expect.stringMatching(/https/)])
    expect(await wrongs(checkSignIn, await asked('id'))).toEqual([expect.stringMatching(/no address/)])
    expect(await wrongs(checkSignIn, await asked(`${await provider()}/x`))).toEqual([
      expect.stringMatching(/answers 404/),
    ])
    expect(await wrongs(checkSignIn, await asked(`http://${NOWHERE}`))).toEqual([
      expect.stringMatching(/cannot be reached/),
    ])
  })
})
