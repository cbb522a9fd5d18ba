import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../testing/harness.ts'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

/** Sends a raw request and returns the status. */
const raw = async (text: string) => {
  const socket = connect(harness.port, '127.0.0.1')
  socket.write(text.replaceAll('\n', '\r\n'))
  const [first] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return Number(first.toString('latin1').split(' ')[1])
}

describe('the Host header', () => {
  it.each(['evil.example', 'localhost', 'localhost:1', '127.0.0.1.evil.example', 'evil:fake@127.0.0.1'])(
    'is rejected if it is %s',
    async (host) => {
      expect(await raw(`GET /api/podcasts HTTP/1.1\nHost: ${host}\n\n`)).toBe(400)
    },
  )

  it('is required exactly once, and not in an absolute target', async () => {
    const host = `127.0.0.1:${harness.port}`

    expect(await raw(`GET /api/podcasts HTTP/1.1\nHost: ${host}\nConnection: close\n\n`)).toBe(200)
    expect(await raw(`GET /api/podcasts HTTP/1.1\nHost: ${host}\nHost: ${host}\n\n`)).toBe(400)
    expect(await raw(`GET http://${host}/api/podcasts HTTP/1.1\nHost: ${host}\n\n`)).toBe(400)
    expect(await raw('GET /api/podcasts HTTP/1.0\n\n')).toBe(400)
  })

  it('is not replaced by X-Forwarded-Host', async () => {
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    const response = await harness.browser().request('/api/login', { headers })

    expect(response.headers.location).toMatch(`http://127.0.0.1:${harness.port}/idp/auth`)
  })

  it('of a foreign name results in a page that names the right address, without links', async () => {
    const headers = { accept: 'text/html', host: 'griot.local' }
    const { status, text } = await harness.browser().request('/', { headers })

    expect(status).toBe(400)
    expect(text).toContain(`On this machine it is at http://localhost:${harness.port}.`)
    expect(text).not.toContain('href=')
  })

  it('is ignored by health checks', async () => {
    expect(await raw('GET /readyz HTTP/1.1\nHost: 10.1.2.3\nConnection: close\n\n')).toBe(200)
  })
})

describe('a path', () => {
  it.each([
    '/api/podcast/../admin/queue',
    '/api/podcast/%2e%2e/x',
    '/api//podcasts',
    '/api/podcast/a%2fb',
    '/api/podcast/%00',
    '/api/podcast/%zz',
    '/api/podcast/%ff',
    '/api/podcast\\x',
  ])('is rejected if it is %s', async (path) => {
    expect(await raw(`GET ${path} HTTP/1.1\nHost: 127.0.0.1:${harness.port}\n\n`)).toBe(400)
  })

  it('without a route returns 404 as JSON', async () => {
    const response = await harness.browser().request('/api/nonsense')

    expect(response.status).toBe(404)
    expect(JSON.parse(response.text)).toMatchObject({
      code: 'page.not_found',
      requestId: response.headers['x-request-id'],
    })
  })

  it('that fails returns a page to a user who opened it, and JSON to programs', async () => {
    const pageLoad = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    const typeOf = async (path: string, headers: Record<string, string> = pageLoad) =>
      String((await harness.browser().request(path, { headers })).headers['content-type']).split(';')[0]

    const [page, json] = ['text/html', 'application/json']
    for (const path of ['/metrics', '/a%2fb', '/idp/nowhere', '/mfe/no/where', '/api/admin/queue/board']) {
      expect([path, await typeOf(path)]).toEqual([path, page])
      expect([path, await typeOf(path, {})]).toEqual([path, json])
      expect([path, await typeOf(path, { ...pageLoad, 'sec-fetch-dest': 'script' })]).toEqual([path, json])
    }
    for (const path of ['/api/nonsense', '/m/rewards/1/x.js', '/assets/x.js', '/mfe/v1/status']) {
      expect([path, await typeOf(path)]).toEqual([path, json])
    }
    const board = await harness.browser().request('/api/admin/queue/board', { headers: pageLoad })
    expect(board).toMatchObject({ status: 401, text: expect.stringContaining('Please sign in first.') })
    expect(board.text).toContain('href="/api/login?returnTo=%2Fapi%2Fadmin%2Fqueue%2Fboard"')
    const lost = await harness.browser().request('/metrics', { headers: pageLoad })
    expect(lost.text).toContain('<a class="button" href="/">Go to Griot</a>')
  })

  it('reloads by itself while the product starts', async () => {
    const starting = await harness.browser().request('/', { headers: { accept: 'text/html' } })

    expect(starting).toMatchObject({ status: 503, text: expect.stringContaining('Griot is starting.') })
    expect(starting.headers).toMatchObject({ refresh: '2', 'retry-after': '2', 'cache-control': 'no-store' })
  })

  const outcome = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const response = await harness.browser().request(path, { method, headers })
    return [response.status, response.headers.allow]
  }

  it.each([
    ['TRACE', '/api/podcasts', 'GET, HEAD, POST'],
    ['TRACE', '/discover', 'GET, HEAD'],
    ['POST', '/api/login', 'GET'],
    ['HEAD', '/api/logout', 'GET'],
    ['DELETE', '/api/auth/user', 'GET'],
    ['GET', '/api/account', 'DELETE'],
    ['POST', '/api/docs', 'GET, HEAD'],
    ['POST', '/discover', 'GET, HEAD'],
  ])('responds to %s %s with 405 and the allowed methods', async (method, path, allow) => {
    expect(await outcome(method, path)).toEqual([405, allow])
  })

  // Reveals no more than the public description of the API.
  it.each([
    ['GET', '/api/media/one/two', 404],
    ['POST', '/api/admin/queue/board/pages', 404],
    ['DELETE', '/api/leaderboard', 405, 'GET, HEAD'],
    ['OPTIONS', '/api/tip', 405, 'POST'],
    ['PUT', '/api/media/0b2f3c04-7a55-4d1e-9a3f-2d0f5c1b7e11', 405, 'GET, HEAD, DELETE, PATCH'],
    ['GET', '/api/admin/queue/pause', 405, 'POST'],
    ['PATCH', '/api/media/storage', 405, 'GET, HEAD'],
    ['GET', '/api/leaderboard', 401],
    ['GET', '/api/user/me/Points/', 401],
    ['POST', '/api/admin/queue/pause', 401],
  ])('responds to %s %s without a session with %i', async (method, path, status, allow = undefined) => {
    expect(await outcome(method, path)).toEqual([status, allow])

    const crossSite = status === 401 && method === 'POST' ? 403 : status
    expect(await outcome(method, path, { 'sec-fetch-site': 'cross-site' })).toEqual([crossSite, allow])
  })

  it('for admins returns 404 to other users', async () => {
    const browser = harness.browser()
    await browser.signIn()
    expect((await browser.request('/api/admin/queue/pause', { method: 'POST' })).status).toBe(404)
    expect((await browser.request('/api/admin/queue/board/pages')).status).toBe(404)
  })
})

describe('a write', () => {
  const own = () => `http://127.0.0.1:${harness.port}`

  it.each([
    [200, 'one of our pages', () => ({ 'sec-fetch-site': 'same-origin' })],
    [200, 'an old browser on one of our pages', () => ({ origin: own() })],
    [200, 'a much older browser on one of our pages', () => ({ referer: `${own()}/discover` })],
    [200, 'a program', () => ({})],
    [403, 'a foreign page', () => ({ 'sec-fetch-site': 'cross-site' })],
    [403, 'a page of the same site', () => ({ 'sec-fetch-site': 'same-site' })],
    [403, 'a bookmark', () => ({ 'sec-fetch-site': 'none' })],
    [403, 'a foreign page that sends our origin', () => ({ 'sec-fetch-site': 'cross-site', origin: own() })],
    [403, 'an old browser on a foreign page', () => ({ origin: 'https://evil.example' })],
    [403, 'a much older browser on a foreign page', () => ({ referer: 'https://evil.example/form' })],
    [403, 'a page with an unreadable referrer', () => ({ referer: 'nowhere' })],
    [403, 'a page without an origin', () => ({ origin: 'null' })],
    [403, 'another port', () => ({ origin: 'http://127.0.0.1:1' })],
  ])('returns %i to %s', async (status, _, headers) => {
    const response = await harness.browser().request('/api/podcasts', { method: 'POST', headers: headers() })

    expect(response.status).toBe(status)
  })
})

describe('every response', () => {
  it('has a request id and the security headers', async () => {
    const { headers } = await harness.browser().request('/api/podcasts')

    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'private, no-cache',
    })
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
  })
})

describe('GET /healthz', () => {
  it('names the missing parts', async () => {
    const response = await harness.browser().request('/healthz')

    expect(response.status).toBe(503)
    expect(JSON.parse(response.text)).toEqual({ status: 'starting', missing: ['modules'] })
  })
})
