import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../testing/harness.ts'

const FEED = '/feeds/0b2f3c04-7a55-4d1e-9a3f-2d0f5c1b7e11.xml'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' })
})
afterAll(() => harness.close())
beforeEach(() => {
  harness.received.length = 0
  harness.services.catalog = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/rss+xml', etag: '"1"', 'set-cookie': 'a=b' }).end('<rss/>')
  }
})

describe('public addresses', () => {
  it('reach catalog without a session and set no cookie', async () => {
    const browser = harness.browser()
    await browser.signIn()
    const response = await browser.request(FEED, { headers: { 'if-none-match': '"1"' } })

    expect(response.status).toBe(200)
    expect(response.text).toBe('<rss/>')
    expect(response.headers['set-cookie']).toBeUndefined()
    expect(response.headers.vary ?? '').not.toMatch(/cookie/i)
    const [request] = harness.received
    expect(request?.url).toBe(FEED)
    expect(request?.headers['if-none-match']).toBe('"1"')
    expect(request?.headers.cookie).toBeUndefined()
    expect((await harness.verify(String(request?.headers['x-griot-identity'])))?.user).toBeNull()
  })

  it.each(['/feeds/x.xml', '/covers/x.jpg', '/chapters/x.json', '/embed/x', '/oembed'])(
    'let pages of other origins read %s',
    async (path) => {
      const { headers } = await harness.browser().request(path)
      expect(headers['access-control-allow-origin']).toBe('*')
      expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
      expect(headers['access-control-expose-headers']).toContain('ETag')
    },
  )

  it.each(['/listen/x', '/robots.txt', '/sitemap.xml', '/api/podcasts'])(
    'keep pages of other origins from reading %s',
    async (path) => {
      const { headers } = await harness.browser().request(path)
      expect(headers['access-control-allow-origin']).toBeUndefined()
      expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    },
  )

  it('answer a preflight without catalog and refuse other methods', async () => {
    const preflight = await harness.browser().request(FEED, { method: 'OPTIONS' })
    expect(preflight.status).toBe(204)
    expect(preflight.headers['access-control-allow-methods']).toBe('GET, HEAD, OPTIONS')
    const refused = await harness.browser().request(FEED, { method: 'POST', body: '{}' })
    expect(refused.status).toBe(405)
    expect(refused.headers.allow).toBe('GET, HEAD, OPTIONS')
    expect(harness.received).toEqual([])
  })

  it('answer 503 with Retry-After when one address requests one feed too often', async () => {
    const poll = (path: string, address: string) =>
      harness.browser().request(path, { headers: { 'x-forwarded-for': address } })
    for (let round = 0; round < 300; round++) await poll(FEED, '198.51.100.7')

    const refused = await poll(FEED, '198.51.100.7')
    expect(refused.status).toBe(503)
    expect(refused.headers['retry-after']).toMatch(/^[1-9]\d?$/)
    expect(refused.headers['access-control-allow-origin']).toBe('*')
    expect((await poll('/feeds/5e1f9a40-0000-4d1e-9a3f-2d0f5c1b7e11.xml', '198.51.100.7')).status).toBe(200)
    expect((await poll(FEED, '198.51.100.8')).status).toBe(200)
  })
})
