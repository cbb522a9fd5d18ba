import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { MAX_UPLOAD_BODY_BYTES } from '@griot/contracts/uploads'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Browser } from './testing/browser.ts'
import { answerTo, exchangesOf } from './testing/exchanges.ts'
import { answerJson, type Harness, startHarness } from './testing/harness.ts'

let harness: Harness
let browser: Browser

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())
beforeEach(() => {
  browser = harness.browser()
  harness.received.length = 0
  harness.services.catalog = answerJson({ from: 'catalog' })
  harness.services.media = answerJson({ from: 'media' })
})

const { begin, nextAt } = exchangesOf(() => ({ harness, browser }))

describe('what a service gets to see', () => {
  it('is, for a while, that they want to see what they have just written', async () => {
    await browser.signIn({ email: 'fresh@example.org' })
    const asked = async (headers: Record<string, string> = {}) => {
      harness.received.length = 0
      await browser.ask('/api/podcasts', { headers })
      return harness.received[0]?.headers['x-griot-fresh']
    }
    expect(await asked({ 'x-griot-fresh': '1' })).toBeUndefined()

    await browser.ask('/api/favorite', { method: 'POST', body: '{}' })
    expect(await asked()).toBeUndefined()

    const written = await browser.ask('/api/podcasts', { method: 'POST', body: '{}' })
    expect(String(written.headers['set-cookie'])).toMatch(/griot_wrote=1; Path=\/; Max-Age=10; HttpOnly; SameSite=Lax/)
    expect(await asked()).toBe('1')
  })

  it('is who is calling, signed by us', async () => {
    await browser.signIn({ email: 'ama@example.org' })
    harness.received.length = 0
    await browser.ask('/api/podcasts')

    const identity = await harness.verify(String(harness.received[0]?.headers['x-griot-identity']))
    expect(identity?.user).toMatchObject({ email: 'ama@example.org', firstName: 'Ama', isAdmin: false })
  })

  it('is nobody for someone signed out', async () => {
    await browser.ask('/api/podcasts')

    const identity = await harness.verify(String(harness.received[0]?.headers['x-griot-identity']))
    expect(identity).toMatchObject({ user: null })
  })

  it('is never what the browser says about itself', async () => {
    await browser.ask('/api/podcasts', {
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

  it('is the body as it was sent', async () => {
    let received = ''
    harness.services.catalog = (asked, response) => {
      asked.on('data', (chunk) => {
        received += chunk
      })
      asked.on('end', () => answerJson({}, 201)(asked, response))
    }
    const answer = await browser.ask('/api/podcasts?x=1', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"title":"Ɛyɛ"}',
    })

    expect(answer.status).toBe(201)
    expect(received).toBe('{"title":"Ɛyɛ"}')
    expect(harness.received[0]).toMatchObject({ url: '/api/podcasts?x=1', method: 'POST' })
  })
})

describe('what a browser gets to see', () => {
  it('is the service’s answer without what is between it and us', async () => {
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
    const { status, headers, text } = await browser.ask('/api/podcast/1/cover')

    expect({ status, text }).toEqual({ status: 418, text: 'short and stout' })
    expect(headers).toMatchObject({ etag: '"1"', link: '</next>; rel="next"' })
    expect(headers['content-security-policy']).toContain('unsafe-inline')
    for (const name of ['set-cookie', 'x-griot-grant', 'x-powered-by']) expect(headers[name]).toBeUndefined()
    expect(headers['x-request-id']).toBe(harness.received[0]?.headers['x-request-id'])
  })

  it('is nothing at all without a session where one is needed', async () => {
    for (const path of ['/api/leaderboard', '/api/user/me/points', '/api/media/events', '/api/admin/queue/pause']) {
      expect((await browser.ask(path)).status).toBe(401)
    }
    await browser.signIn()
    harness.received.length = 0
    expect((await browser.ask('/api/admin/queue/pause')).status).toBe(404)
    expect(harness.received).toHaveLength(0)
  })

  it('is 413 for a body that nothing of ours has use for', async () => {
    const body = Buffer.alloc(300 * 1024, 'a')

    expect((await browser.ask('/api/podcasts', { method: 'POST', body })).status).toBe(413)
    expect(harness.received).toHaveLength(0)
  })

  it('is every byte of a long answer, in order', async () => {
    const whole = Buffer.alloc(8 * 1024 * 1024)
    for (let index = 0; index < whole.length; index += 4) whole.writeUInt32LE(index, index)
    harness.services.catalog = (_, response) => response.end(whole)
    const answer = await answerTo(begin('/api/podcasts').end())
    await delay(20)
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk as Buffer)

    expect(Buffer.concat(chunks).equals(whole)).toBe(true)
  })

  it('is events as they happen', async () => {
    await browser.signIn()
    const asked = nextAt('media')
    const watching = begin('/api/media/events').end()
    const [, response] = await asked
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    const answer = await answerTo(watching)

    for (const text of ['data: 1\n\n', 'data: 2\n\n']) {
      const arrived = once(answer, 'data')
      response.write(text)
      expect(String((await arrived)[0])).toBe(text)
    }
    const over = once(response, 'close')
    watching.destroy()
    await over
  })
})

describe('an upload', () => {
  it('passes through as a stream, unread and whole', async () => {
    await browser.signIn()
    let size = 0
    harness.services.media = (asked, response) => {
      asked.on('data', (chunk: Buffer) => {
        size += chunk.length
      })
      asked.on('end', () => answerJson({ size }, 201)(asked, response))
    }
    const before = process.memoryUsage.rss()
    const uploading = begin('/api/media/upload', 'POST', { 'transfer-encoding': 'chunked' })
    const chunk = Buffer.alloc(1024 * 1024)
    for (let sent = 0; sent < 100; sent++) {
      if (!uploading.write(chunk)) await once(uploading, 'drain')
    }
    uploading.end()

    expect((await answerTo(uploading)).statusCode).toBe(201)
    expect(size).toBe(100 * 1024 * 1024)
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024)
  })

  it('that the service refuses early is told so while it is still being sent', async () => {
    await browser.signIn()
    harness.services.media = (asked, response) => {
      answerJson({ code: 'media.too_large' }, 413)(asked, response)
    }
    const size = 20 * 1024 * 1024
    const uploading = begin('/api/media/upload', 'POST', { 'content-length': String(size) })
    const answered = answerTo(uploading)
    const chunk = Buffer.alloc(64 * 1024)
    for (let sent = 0; sent < size; sent += chunk.length) {
      if (!uploading.write(chunk)) await once(uploading, 'drain')
    }
    uploading.end()

    expect((await answered).statusCode).toBe(413)
  })

  it('that announces more than any file may have is refused before its first byte', async () => {
    await browser.signIn()
    harness.received.length = 0
    const announcing = begin('/api/media/upload', 'POST', { 'content-length': String(MAX_UPLOAD_BODY_BYTES + 1) })
    announcing.on('error', () => {}).flushHeaders()
    const answer = await answerTo(announcing)
    const [said] = (await once(answer, 'data')) as [Buffer]
    announcing.destroy()

    expect(answer.statusCode).toBe(413)
    expect(JSON.parse(said.toString())).toMatchObject({ message: 'Please select a file smaller than 100MB.' })
    expect(harness.received).toHaveLength(0)
  })

  it('that goes on says where, and hears where it stands', async () => {
    await browser.signIn()
    harness.received.length = 0
    harness.services.media = (asked, response) => {
      asked.resume()
      asked.on('end', () => response.writeHead(204, { 'upload-offset': '9', 'tus-resumable': '1.0.0' }).end())
    }
    const tus = { 'tus-resumable': '1.0.0', 'upload-offset': '4' }
    const path = '/api/media/uploads/0b2f3c04-7a55-4d1e-9a3f-2d0f5c1b7e11'
    const went = await browser.ask(path, { method: 'PATCH', headers: tus, body: 'sound' })
    const stands = await browser.ask(path, { method: 'HEAD', headers: tus })
    const givenUp = await browser.ask(path, { method: 'DELETE', headers: tus })

    for (const answer of [went, stands, givenUp]) {
      expect(answer).toMatchObject({ status: 204, headers: { 'upload-offset': '9', 'tus-resumable': '1.0.0' } })
    }
    expect(harness.received.map(({ method, headers }) => [method, headers['upload-offset']])).toEqual([
      ['PATCH', '4'],
      ['HEAD', '4'],
      ['DELETE', '4'],
    ])
  })
})

describe('a service that takes its time while far more ask than it can answer', () => {
  it('is asked by so many at once; the others are told to come later, and other services go on', async () => {
    const held: (() => void)[] = []
    harness.services.catalog = (incoming, response) => {
      incoming.resume()
      held.push(() => response.end('{}'))
    }
    let refused = 0
    const answers = Array.from({ length: 180 }, async () => {
      const answer = await answerTo(begin('/api/podcasts').end())
      answer.resume()
      if (answer.headers['retry-after'] === '2' && answer.statusCode === 503) refused += 1
    })
    await expect.poll(() => held.length).toBe(120)
    expect((await browser.ask('/api/points/rules')).status).toBe(200)
    await expect.poll(() => refused).toBe(60)

    expect(held.length).toBe(120)
    for (const answer of held) answer()
    await Promise.all(answers)
    harness.services.catalog = answerJson({ from: 'catalog' })
    expect((await browser.ask('/api/podcasts')).status).toBe(200)
  })
})

describe('a service that is not there', () => {
  it('is a 503 of ours, and the others go on', async () => {
    await harness.stopService('catalog')

    const answer = await browser.ask('/api/podcasts')
    expect(answer.status).toBe(503)
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'service.unavailable' })
    expect((await browser.ask('/api/points/rules')).status).toBe(200)
  })
})
