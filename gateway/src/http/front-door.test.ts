import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../testing/harness.ts'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

/** Sends bytes as they are; answers the status. */
const raw = async (text: string) => {
  const socket = connect(harness.port, '127.0.0.1')
  socket.write(text.replaceAll('\n', '\r\n'))
  const [first] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return Number(first.toString('latin1').split(' ')[1])
}

describe('the host', () => {
  it.each(['evil.example', 'localhost', 'localhost:1', '127.0.0.1.evil.example', 'evil:fake@127.0.0.1'])(
    '%s is not ours',
    async (host) => {
      expect(await raw(`GET /api/podcasts HTTP/1.1\nHost: ${host}\n\n`)).toBe(400)
    },
  )

  it('is believed only when it is said once', async () => {
    const host = `127.0.0.1:${harness.port}`

    expect(await raw(`GET /api/podcasts HTTP/1.1\nHost: ${host}\nConnection: close\n\n`)).toBe(200)
    expect(await raw(`GET /api/podcasts HTTP/1.1\nHost: ${host}\nHost: ${host}\n\n`)).toBe(400)
    expect(await raw(`GET http://${host}/api/podcasts HTTP/1.1\nHost: ${host}\n\n`)).toBe(400)
    expect(await raw('GET /api/podcasts HTTP/1.0\n\n')).toBe(400)
  })

  it('is nothing that X-Forwarded-Host can change', async () => {
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    const answer = await harness.browser().ask('/api/login', { headers })

    expect(answer.headers.location).toMatch(`http://127.0.0.1:${harness.port}/idp/auth`)
  })

  it('that is not ours tells a person where they meant to go, and leads nowhere', async () => {
    const headers = { accept: 'text/html', host: 'griot.local' }
    const { status, text } = await harness.browser().ask('/', { headers })

    expect(status).toBe(400)
    expect(text).toContain(`On this machine it is at http://localhost:${harness.port}.`)
    expect(text).not.toContain('href=')
  })

  it('does not matter to a health check', async () => {
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
  ])('like %s is refused', async (path) => {
    expect(await raw(`GET ${path} HTTP/1.1\nHost: 127.0.0.1:${harness.port}\n\n`)).toBe(400)
  })

  it('that nobody answers is 404, as JSON of ours', async () => {
    const answer = await harness.browser().ask('/api/nonsense')

    expect(answer.status).toBe(404)
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'page.not_found', requestId: answer.headers['x-request-id'] })
  })

  it('that leads nowhere is a page to a person, where people are led to, and JSON to everything else', async () => {
    const byHand = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    const typeOf = async (path: string, headers: Record<string, string> = byHand) =>
      String((await harness.browser().ask(path, { headers })).headers['content-type']).split(';')[0]

    const [page, json] = ['text/html', 'application/json']
    for (const path of ['/metrics', '/a%2fb', '/idp/nowhere', '/mfe/nowhere', '/api/admin/queue/board']) {
      expect([path, await typeOf(path)]).toEqual([path, page])
      expect([path, await typeOf(path, {})]).toEqual([path, json])
      expect([path, await typeOf(path, { ...byHand, 'sec-fetch-dest': 'script' })]).toEqual([path, json])
    }
    for (const path of ['/api/nonsense', '/m/rewards/1/x.js', '/assets/x.js', '/mfe/v1/status']) {
      expect([path, await typeOf(path)]).toEqual([path, json])
    }
    const asked = await harness.browser().ask('/api/admin/queue/board', { headers: byHand })
    expect(asked).toMatchObject({ status: 401, text: expect.stringContaining('Please sign in first.') })
    expect(asked.text).toContain('href="/api/login?returnTo=%2Fapi%2Fadmin%2Fqueue%2Fboard"')
    const lost = await harness.browser().ask('/metrics', { headers: byHand })
    expect(lost.text).toContain('<a class="button" href="/">Go to Griot</a>')
  })

  it('of a product that has not started yet opens by itself', async () => {
    const early = await harness.browser().ask('/', { headers: { accept: 'text/html' } })

    expect(early).toMatchObject({ status: 503, text: expect.stringContaining('Griot is starting.') })
    expect(early.headers).toMatchObject({ refresh: '2', 'retry-after': '2', 'cache-control': 'no-store' })
  })

  const outcome = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const answer = await harness.browser().ask(path, { method, headers })
    return [answer.status, answer.headers.allow]
  }

  it.each([
    ['TRACE', '/api/podcasts', undefined],
    ['POST', '/api/login', 'GET'],
    ['HEAD', '/api/logout', 'GET'],
    ['DELETE', '/api/auth/user', 'GET'],
    ['GET', '/api/account', 'DELETE'],
    ['POST', '/api/docs', 'GET, HEAD'],
    ['POST', '/discover', 'GET, HEAD'],
  ])('answers %s %s with 405 and what it takes', async (method, path, allow) => {
    expect(await outcome(method, path)).toEqual([405, allow])
  })

  // Nothing but what the description of the API tells everybody.
  it.each([
    ['GET', '/api/media/one/two', 404],
    ['POST', '/api/admin/queue/board/pages', 404],
    ['DELETE', '/api/leaderboard', 405, 'GET, HEAD'],
    ['OPTIONS', '/api/tip', 405, 'POST'],
    ['PUT', '/api/media/0b2f3c04-7a55-4d1e-9a3f-2d0f5c1b7e11', 405, 'GET, HEAD, PATCH, DELETE'],
    ['PUT', '/api/admin/queue/pause', 405, 'GET, HEAD, POST'],
    ['GET', '/api/leaderboard', 401],
    ['GET', '/api/user/me/Points/', 401],
    ['POST', '/api/admin/queue/pause', 401],
  ])('answers %s %s of somebody signed out with %i', async (method, path, status, allow = undefined) => {
    expect(await outcome(method, path)).toEqual([status, allow])

    const fromElsewhere = status === 401 && method === 'POST' ? 403 : status
    expect(await outcome(method, path, { 'sec-fetch-site': 'cross-site' })).toEqual([fromElsewhere, allow])
  })

  it('that is for admins does not exist for others, whatever they would do there', async () => {
    const browser = harness.browser()
    await browser.signIn()
    for (const method of ['GET', 'POST']) {
      expect((await browser.ask('/api/admin/queue/pause', { method })).status).toBe(404)
    }
    expect((await browser.ask('/api/admin/queue/board/pages')).status).toBe(404)
  })
})

describe('a write', () => {
  const own = () => `http://127.0.0.1:${harness.port}`

  it.each([
    [200, 'one of our pages', () => ({ 'sec-fetch-site': 'same-origin' })],
    [200, 'an old browser on one of our pages', () => ({ origin: own() })],
    [200, 'a far older one on one of our pages', () => ({ referer: `${own()}/discover` })],
    [200, 'a program', () => ({})],
    [403, 'a foreign page', () => ({ 'sec-fetch-site': 'cross-site' })],
    [403, 'a neighbour', () => ({ 'sec-fetch-site': 'same-site' })],
    [403, 'a bookmark', () => ({ 'sec-fetch-site': 'none' })],
    [403, 'a foreign page that names our origin', () => ({ 'sec-fetch-site': 'cross-site', origin: own() })],
    [403, 'an old browser on a foreign page', () => ({ origin: 'https://evil.example' })],
    [403, 'a far older one on a foreign page', () => ({ referer: 'https://evil.example/form' })],
    [403, 'one that says nothing that can be read', () => ({ referer: 'nowhere' })],
    [403, 'a page without an origin', () => ({ origin: 'null' })],
    [403, 'another port', () => ({ origin: 'http://127.0.0.1:1' })],
  ])('is answered %i when it comes from %s', async (status, _, headers) => {
    const answer = await harness.browser().ask('/api/podcasts', { method: 'POST', headers: headers() })

    expect(answer.status).toBe(status)
  })
})

describe('every answer', () => {
  it('carries an id and the headers that keep a browser safe', async () => {
    const { headers } = await harness.browser().ask('/api/podcasts')

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
  it('says what is missing', async () => {
    const answer = await harness.browser().ask('/healthz')

    expect(answer.status).toBe(503)
    expect(JSON.parse(answer.text)).toEqual({ status: 'starting', missing: ['modules'] })
  })
})
