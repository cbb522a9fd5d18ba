import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { responseTo, useExchanges } from '../testing/exchanges.ts'
import { type Harness, respondJson } from '../testing/harness.ts'

let harness: Harness
let browser: Browser

const { begin, nextAt } = useExchanges((parts) => {
  harness = parts.harness
  browser = parts.browser
})

describe('a relayed request', () => {
  it('requests read-your-writes for some time after a write', async () => {
    await browser.signIn({ email: 'fresh@example.org' })
    const asked = async (headers: Record<string, string> = {}) => {
      harness.received.length = 0
      await browser.request('/api/podcasts', { headers })
      return harness.received[0]?.headers['x-griot-fresh']
    }
    expect(await asked({ 'x-griot-fresh': '1' })).toBeUndefined()

    await browser.request('/api/favorite', { method: 'POST', body: '{}' })
    expect(await asked()).toBeUndefined()

    let writtenAt = 0
    const { catalog } = harness.services
    harness.services.catalog = (request, response) => {
      writtenAt = performance.now()
      catalog(request, response)
    }
    const written = await browser.request('/api/podcasts', { method: 'POST', body: '{}' })
    harness.services.catalog = catalog
    expect(String(written.headers['set-cookie'])).toMatch(
      /griot_wrote=[\w-]+\.\d+; Path=\/; Max-Age=10; HttpOnly; SameSite=Lax/,
    )
    const since = Number(await asked())
    expect(since).toBeGreaterThanOrEqual(0)
    // The service must not serve what it loaded before the response to the write.
    expect(since).toBeLessThanOrEqual(performance.now() - writtenAt + 1)
  })

  it('treats the write of another instance as just completed', async () => {
    for (const [mark, since] of [
      ['another.5', '0'],
      ['1', '0'],
    ]) {
      harness.received.length = 0
      await browser.request('/api/podcasts', { headers: { cookie: `griot_wrote=${mark}` } })
      expect(harness.received[0]?.headers['x-griot-fresh']).toBe(since)
    }
  })

  it('has the signed identity of the caller', async () => {
    await browser.signIn({ email: 'ama@example.org' })
    harness.received.length = 0
    await browser.request('/api/podcasts')

    const identity = await harness.verify(String(harness.received[0]?.headers['x-griot-identity']))
    expect(identity?.user).toMatchObject({ email: 'ama@example.org', firstName: 'Ama', isAdmin: false })
  })

  it('has an anonymous identity without a session', async () => {
    await browser.request('/api/podcasts')

    const identity = await harness.verify(String(harness.received[0]?.headers['x-griot-identity']))
    expect(identity).toMatchObject({ user: null })
  })

  it('has no identity headers of the browser', async () => {
    await browser.request('/api/podcasts', {
      headers: {
        'x-griot-identity': 'forged',
        'x-griot-grant': 'forged',
        'x-user-id': 'someone',
        'x-request-id': 'mine',
        'x-forwarded-for': '6.6.6.6',
        authorization: 'Bearer forged',
        cookie: 'griot_session=secret',
        'accept-language': 'tw',
      },
    })

    const headers = harness.received[0]?.headers ?? {}
    expect(headers['accept-language']).toBe('tw')
    expect(headers['x-request-id']).not.toBe('mine')
    expect(Object.keys(headers).sort()).toEqual(
      ['accept-language', 'connection', 'host', 'x-griot-identity', 'x-request-id'].sort(),
    )
    expect(JSON.stringify(headers)).not.toMatch(/forged|secret|6\.6\.6\.6|someone/)
  })

  it('has the unchanged body', async () => {
    let received = ''
    harness.services.catalog = (asked, response) => {
      asked.on('data', (chunk) => {
        received += chunk
      })
      asked.on('end', () => respondJson({}, 201)(asked, response))
    }
    const response = await browser.request('/api/podcasts?x=1', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"title":"Ɛyɛ"}',
    })

    expect(response.status).toBe(201)
    expect(received).toBe('{"title":"Ɛyɛ"}')
    expect(harness.received[0]).toMatchObject({ url: '/api/podcasts?x=1', method: 'POST' })
  })
})

describe('a relayed response', () => {
  it('has no internal headers of the service', async () => {
    harness.services.catalog = (_, response) => {
      response.writeHead(418, {
        etag: '"1"',
        link: '</next>; rel="next"',
        'set-cookie': 'a=b',
        'x-griot-grant': 'secret',
        'x-powered-by': 'tea',
        'x-request-id': 'theirs',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      })
      response.end('short and stout')
    }
    const { status, headers, text } = await browser.request('/api/podcast/1/cover')

    expect({ status, text }).toEqual({ status: 418, text: 'short and stout' })
    expect(headers).toMatchObject({ etag: '"1"', link: '</next>; rel="next"' })
    expect(headers['content-security-policy']).toContain('unsafe-inline')
    for (const name of ['set-cookie', 'x-griot-grant', 'x-powered-by']) expect(headers[name]).toBeUndefined()
    expect(headers['x-request-id']).toBe(harness.received[0]?.headers['x-request-id'])
  })

  it('is 401 without a session if the route requires one', async () => {
    for (const path of ['/api/leaderboard', '/api/user/me/points', '/api/media/events']) {
      expect((await browser.request(path)).status).toBe(401)
    }
    const pause = () => browser.request('/api/admin/queue/pause', { method: 'POST' })
    expect((await pause()).status).toBe(401)
    await browser.signIn()
    harness.received.length = 0
    expect((await pause()).status).toBe(404)
    expect(harness.received).toHaveLength(0)
  })

  it('is 413 for a body that is too long', async () => {
    const body = Buffer.alloc(300 * 1024, 'a')

    expect((await browser.request('/api/podcasts', { method: 'POST', body })).status).toBe(413)
    expect(harness.received).toHaveLength(0)
  })

  it('has every byte of a long body in order', async () => {
    const whole = Buffer.alloc(8 * 1024 * 1024)
    for (let index = 0; index < whole.length; index += 4) whole.writeUInt32LE(index, index)
    harness.services.catalog = (_, response) => response.end(whole)
    const response = await responseTo(begin('/api/podcasts').end())
    // The client reads nothing until bytes wait in its buffer.
    await expect.poll(() => response.readableLength).toBeGreaterThan(0)
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk as Buffer)

    expect(Buffer.concat(chunks).equals(whole)).toBe(true)
  })

  it('sends events as they happen', async () => {
    await browser.signIn()
    const asked = nextAt('media')
    const watching = begin('/api/media/events').end()
    const [, response] = await asked
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    const received = await responseTo(watching)

    for (const text of ['data: 1\n\n', 'data: 2\n\n']) {
      const arrived = once(received, 'data')
      response.write(text)
      expect(String((await arrived)[0])).toBe(text)
    }
    const over = once(response, 'close')
    watching.destroy()
    await over
  })
})

describe('an overloaded service', () => {
  it('gets a limited number of concurrent requests; others get 503, and other services are not affected', async () => {
    const held: (() => void)[] = []
    harness.services.catalog = (incoming, response) => {
      incoming.resume()
      held.push(() => response.end('{}'))
    }
    let refused = 0
    const responses = Array.from({ length: 180 }, async () => {
      const response = await responseTo(begin('/api/podcasts').end())
      response.resume()
      if (response.headers['retry-after'] === '2' && response.statusCode === 503) refused += 1
    })
    await expect.poll(() => held.length).toBe(120)
    expect((await browser.request('/api/points/rules')).status).toBe(200)
    await expect.poll(() => refused).toBe(60)

    expect(held.length).toBe(120)
    for (const respond of held) respond()
    await Promise.all(responses)
    harness.services.catalog = respondJson({ from: 'catalog' })
    expect((await browser.request('/api/podcasts')).status).toBe(200)
  })
})

describe('an unavailable service', () => {
  it('results in 503, and other services are not affected', async () => {
    await harness.stopService('catalog')

    const response = await browser.request('/api/podcasts')
    expect(response.status).toBe(503)
    expect(JSON.parse(response.text)).toMatchObject({ code: 'service.unavailable' })
    expect((await browser.request('/api/points/rules')).status).toBe(200)
  })
})
