import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

export const AUDIENCE = 'https://griot.example'
/** The claims of a job of the main branch. */
export const MAIN = { sub: 'repo:org/charts:ref:refs/heads/main', repository: 'org/charts', ref: 'refs/heads/main' }

/** A CI service: it publishes its keys and signs tokens of jobs. */
export const startCiIssuer = async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const stranger = await generateKeyPair('RS256')
  const answer = async ({ url = '', headers }: IncomingMessage) => {
    if (url.endsWith('openid-configuration')) return { issuer, jwks_uri: `${issuer}/keys` }
    if (url === '/keys') return { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] }
    // As GitHub Actions returns it to a job.
    const audience = new URL(url, issuer).searchParams.get('audience') ?? ''
    return headers.authorization === 'Bearer of the job' ? { value: await sign(MAIN, { audience }) } : {}
  }
  let isFailing = false
  const server = createServer(async (request, response) => {
    response.writeHead(isFailing && request.url === '/keys' ? 500 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(await answer(request)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const sign = (
    claims: Record<string, string>,
    odd: { audience?: string; expires?: string; isForged?: boolean } = {},
  ) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(issuer)
      .setAudience(odd.audience ?? AUDIENCE)
      .setExpirationTime(odd.expires ?? '5m')
      .sign(odd.isForged ? stranger.privateKey : privateKey)
  const failKeys = (isOn: boolean) => {
    isFailing = isOn
  }
  return { issuer, sign, failKeys, close: () => server.close() }
}
