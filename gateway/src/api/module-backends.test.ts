import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { importJWK, jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { type Harness, startHarness } from '../testing/harness.ts'

let harness: Harness
let browser: Browser
let handle: RequestListener
const servers: Server[] = []

const serve = async (listener: RequestListener) => {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  servers.push(server)
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** As the service of a team verifies it; the same code is in docs/modules-reference.md. */
const verify = async (token: string, module: string) => {
  const key = await importJWK(harness.identityKey, 'EdDSA')
  const expected = { issuer: 'griot-gateway', audience: `griot-module:${module}`, algorithms: ['EdDSA'] }
  return (await jwtVerify(token, key, { ...expected, requiredClaims: ['exp'] })).payload
}

/** Returns the request that it received. */
const echo: RequestListener = async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { method, url, headers } = request
  response.writeHead(201, {
    'content-type': 'application/json',
    'set-cookie': 'griot_session=planted',
    'access-control-allow-origin': '*',
    'content-security-policy': "script-src 'unsafe-inline'",
    'x-griot-identity': 'forged',
    'x-charts-age': '7',
  })
  response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString() }))
}

beforeAll(async () => {
  const charts = await serve((request, response) => handle(request, response))
  const silent = await serve(() => {})
  harness = await startHarness({
    MODULE_BACKENDS: `charts=${charts}, mixes=${charts}/team/mixes/, silent=${silent}`,
    MODULE_BACKEND_TIMEOUT_SECONDS: '0.3',
    RATE_LIMITS: 'on',
  })
})
afterAll(async () => {
  await harness.close()
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})
beforeEach(() => {
  browser = harness.browser()
  handle = echo
})

const received = async (path: string, options: Parameters<Browser['request']>[1] = {}) => {
  const response = await browser.request(path, options)
  return { ...response, seen: JSON.parse(response.text) }
}

describe('a request to the service of a module', () => {
  it('has the path after the name, the body and the signed user', async () => {
    await browser.signIn({ email: 'charts@example.org' })
    const { status, headers, seen } = await received('/api/x/charts/top/7?week=3', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-mfe': 'charts@0.1.0-g3f2a1c90' },
      body: '{"size":10}',
    })

    expect(seen).toMatchObject({ method: 'POST', url: '/top/7?week=3', body: '{"size":10}' })
    expect(seen.headers).toMatchObject({ 'x-mfe': 'charts@0.1.0-g3f2a1c90', 'x-request-id': headers['x-request-id'] })
    const identity = await verify(seen.headers['x-griot-identity'], 'charts')
    expect(identity).toMatchObject({ email: 'charts@example.org', firstName: 'Ama', roles: [] })
    expect(identity.sub).toMatch(/^[0-9a-f-]{36}$/)
    expect(status).toBe(201)
  })

  it('begins at the path of a configured address', async () => {
    expect((await received('/api/x/mixes')).seen.url).toBe('/team/mixes/')
    expect((await received('/api/x/mixes/a?b=c')).seen.url).toBe('/team/mixes/a?b=c')
  })

  it('has an identity without a user for a visitor', async () => {
    const { seen } = await received('/api/x/charts/top')

    const identity = await verify(seen.headers['x-griot-identity'], 'charts')
    expect(identity).toMatchObject({ roles: [] })
    expect(identity.sub).toBeUndefined()
  })

  it('removes cookies and headers that claim an identity', async () => {
    const { seen } = await received('/api/x/charts/top', {
      headers: {
        'x-griot-identity': 'forged',
        'x-user-id': 'forged',
        'x-forwarded-for': 'forged',
        authorization: 'Bearer forged',
        cookie: 'griot_session=forged',
      },
    })

    expect(JSON.stringify(seen)).not.toContain('forged')
  })

  it('has an identity that neither other modules nor the services of Griot accept', async () => {
    await browser.signIn()
    const { seen } = await received('/api/x/charts/top')
    const token: string = seen.headers['x-griot-identity']

    await expect(verify(token, 'mixes')).rejects.toThrow('"aud"')
    expect(await harness.verify(token)).toBeNull()
  })

  it.each(['/api/x/unknown/top', '/api/x/', '/api/x/constructor'])('is 404 at %s', async (path) => {
    const { status, text } = await browser.request(path)

    expect({ status, ...JSON.parse(text) }).toMatchObject({ status: 404, code: 'page.not_found' })
  })

  it('is refused with a body of more than 256 KB, from a foreign page and beyond the rate limit', async () => {
    await browser.signIn({ email: 'many@example.org' })
    const write = (options: Parameters<Browser['request']>[1] = {}) =>
      browser.request('/api/x/charts/top', { method: 'POST', body: '{}', ...options })

    expect((await write({ body: Buffer.alloc(300_000, 'x') })).status).toBe(413)
    expect((await write({ headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
    // The limit is 60 a minute. The request with the large body counted, the one of the foreign page did not.
    for (let count = 0; count < 59; count++) expect((await write()).status).toBe(201)
    const { status, headers } = await write()
    expect(status).toBe(429)
    expect(headers['retry-after']).toMatch(/^[1-9]\d?$/)
  })
})

describe('a response of the service of a module', () => {
  it('has no headers that concern the whole origin', async () => {
    const { headers } = await browser.request('/api/x/charts/top')

    expect(headers['x-charts-age']).toBe('7')
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
    for (const name of ['set-cookie', 'access-control-allow-origin', 'x-griot-identity']) {
      expect(headers[name]).toBeUndefined()
    }
  })

  it('is 503 if it takes too long', async () => {
    const { status, headers, text } = await browser.request('/api/x/silent/top')

    expect({ status, ...JSON.parse(text) }).toMatchObject({ status: 503, code: 'service.unavailable' })
    expect(headers['retry-after']).toBe('2')
  })

  it('is 503 at once after five failures in a row, and other modules continue', async () => {
    let asked = 0
    handle = (request, response) => {
      asked++
      response.destroy()
      request.resume()
    }
    const write = () => browser.request('/api/x/charts/top', { method: 'POST', body: '{}' })
    for (let count = 0; count < 5; count++) expect((await write()).headers['retry-after']).toBe('2')
    expect(asked).toBe(5)

    const { status, headers } = await write()
    expect(status).toBe(503)
    expect(headers['retry-after']).toBe('10')
    expect(asked).toBe(5)
    handle = echo
    expect((await browser.request('/api/x/mixes')).status).toBe(201)
    expect((await browser.request('/api/podcasts')).status).toBe(200)
  })
})
