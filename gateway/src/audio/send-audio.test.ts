import { randomBytes, randomUUID } from 'node:crypto'
import { rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createGrantSigner, GRANT_HEADER, type Grant } from '@griot/service-kit/identity/grant'
import { request as ask } from 'undici'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Harness, respondJson, startHarness } from '../testing/harness.ts'
import { grantAll, storeRecording } from '../testing/recording.ts'

const METRICS_TOKEN = 'a-token-for-metrics-of-tests'
let harness: Harness
let bytes: Buffer
let grant: Grant
let mediaId: string

beforeAll(async () => {
  harness = await startHarness({ METRICS_TOKEN })
})
afterAll(() => harness.close())
beforeEach(async () => {
  ;({ mediaId, bytes, grant } = await storeRecording(harness))
  harness.received.length = 0
  allow()
})

afterEach(() => void vi.useRealTimers())

const allow = () => grantAll(harness, () => grant)

const path = () => `/api/media/${mediaId}/stream`

const stream = async (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
  const response = await ask(`http://127.0.0.1:${harness.port}/api/media/${mediaId}/stream`, { method, headers })
  return {
    status: response.statusCode,
    headers: response.headers,
    body: Buffer.from(await response.body.arrayBuffer()),
  }
}

describe('GET /api/media/:id/stream', () => {
  it('sends the whole recording', async () => {
    const { status, headers, body } = await stream()

    expect(status).toBe(200)
    expect(body.equals(bytes)).toBe(true)
    expect(headers).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
      etag: '"v1"',
      'cache-control': 'private, max-age=0, must-revalidate',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-disposition': `attachment; filename="recording"; filename*=UTF-8''%C6%90y%C9%9B%20%22sound%22.mp3`,
    })
    expect(headers[GRANT_HEADER]).toBeUndefined()
  })

  it('asks media with the token of a private link, and grants no other request', async () => {
    const asked: (string | undefined)[] = []
    harness.services.media = async (request, response) => {
      asked.push(request.url)
      const isGranted = request.url?.endsWith('?preview=token')
      if (!isGranted) return respondJson({ code: 'x', message: 'x' }, 404)(request, response)
      const token = await createGrantSigner(harness.grantSecret)({ ...grant, isPublished: false })
      response.writeHead(204, { [GRANT_HEADER]: token }).end()
    }
    const statusOf = async (query: string) => {
      const response = await ask(`http://127.0.0.1:${harness.port}${path()}${query}`)
      await response.body.dump()
      return response.statusCode
    }

    expect([await statusOf('?preview=token'), await statusOf(''), await statusOf('?preview=other')]).toEqual([
      200, 404, 404,
    ])
    expect(asked).toEqual([`${path()}?preview=token`, path(), `${path()}?preview=other`])
  })

  it('sends any range exactly as it is in the file', async () => {
    for (let round = 0; round < 200; round++) {
      const start = Math.floor(Math.random() * bytes.length)
      const end = start + Math.floor(Math.random() * 300_000)
      const { status, headers, body } = await stream({ range: `bytes=${start}-${end}` })

      expect(status).toBe(206)
      expect(headers['content-range']).toBe(`bytes ${start}-${Math.min(end, bytes.length - 1)}/${bytes.length}`)
      expect(body.equals(bytes.subarray(start, end + 1))).toBe(true)
    }
  })

  it('sends a long recording to many clients at once', async () => {
    bytes = randomBytes(6_000_001)
    grant = { ...grant, size: bytes.length }
    await writeFile(join(harness.objectsDir, grant.key), bytes)
    const all = await Promise.all(Array.from({ length: 12 }, () => stream()))

    for (const { body } of all) expect(body.equals(bytes)).toBe(true)
  })

  it('returns 416 with the size for a range after the end', async () => {
    const { status, headers, body } = await stream({ range: `bytes=${bytes.length}-` })

    expect(status).toBe(416)
    expect(headers['content-range']).toBe(`bytes */${bytes.length}`)
    expect(JSON.parse(body.toString())).toMatchObject({ code: 'range.beyond_end' })
  })

  it('sends the whole file for several ranges or for another version', async () => {
    for (const headers of [
      { range: 'bytes=0-0,5-6' },
      { range: 'bytes=0-9', 'if-range': '"v0"' },
      { range: 'bytes=0-9', 'if-range': 'W/"v1"' },
      { range: 'bytes=0-9', 'if-range': 'Sat, 21 Nov 2026 00:00:00 GMT' },
    ]) {
      expect(await stream(headers)).toMatchObject({ status: 200, body: { length: bytes.length } })
    }
    expect(await stream({ range: 'bytes=0-9', 'if-range': '"v1"' })).toMatchObject({
      status: 206,
      body: { length: 10 },
    })
  })

  it('responds to HEAD with the same headers and no body', async () => {
    const whole = await stream({}, 'HEAD')
    const some = await stream({ range: 'bytes=0-9' }, 'HEAD')

    expect(whole).toMatchObject({
      status: 200,
      headers: { 'content-length': String(bytes.length) },
      body: { length: 0 },
    })
    expect(some).toMatchObject({ status: 206, headers: { 'content-length': '10' }, body: { length: 0 } })
  })

  it('returns 304 to a client that has cached it', async () => {
    expect(await stream({ 'if-none-match': '"v1"' })).toMatchObject({ status: 304, body: { length: 0 } })
  })

  it('is inline for a player, and an attachment for other clients', async () => {
    expect((await stream({ 'sec-fetch-dest': 'audio' })).headers['content-disposition']).toBe('inline')
    expect((await stream({ 'sec-fetch-dest': 'document' })).headers['content-disposition']).toMatch(/^attachment/)
  })

  it('reuses a grant for less than a second, separately for each user', async () => {
    // All of these within a second, also on a slow machine.
    vi.useFakeTimers({ toFake: ['Date'] })
    await stream()
    await stream({ range: 'bytes=5-6' })
    expect(harness.received).toHaveLength(1)
    vi.setSystemTime(Date.now() + 900)
    await stream({ range: 'bytes=5-6' })
    expect(harness.received).toHaveLength(2)

    vi.useRealTimers()
    const browser = harness.browser()
    await browser.signIn()
    const before = harness.received.length
    await browser.request(`/api/media/${mediaId}/stream`)
    expect(harness.received.length).toBe(before + 1)
  })

  it.each([
    ['its recording is deleted', 'DELETE', () => `/api/media/${mediaId}`],
    ['its episode is unpublished', 'PUT', () => `/api/episode/${randomUUID()}`],
    ['its episode is deleted', 'DELETE', () => `/api/episode/${randomUUID()}`],
  ])('returns 404 for the next range after %s', async (_, method, path) => {
    const browser = harness.browser()
    await browser.signIn()
    expect((await stream({ range: 'bytes=0-9' })).status).toBe(206)
    harness.services.media = respondJson({ code: 'media.not_found', message: 'We could not find that media.' }, 404)
    await browser.request(path(), { method, body: '{}' })

    expect((await stream({ range: 'bytes=10-19' })).status).toBe(404)
  })

  it('uses a grant until it expires while media is unavailable', async () => {
    expect((await stream()).status).toBe(200)
    harness.services.media = (_, response) => response.writeHead(503).end()
    const browser = harness.browser()
    await browser.signIn()
    await browser.request(`/api/media/${mediaId}`, { method: 'DELETE' })
    expect((await stream({ range: 'bytes=0-9' })).status).toBe(206)

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    expect((await stream({ range: 'bytes=0-9' })).status).toBe(503)
  })

  describe('while media cannot answer', () => {
    const MINUTE_MS = 60_000
    const fail = () => {
      harness.services.media = (_, response) => response.writeHead(503).end()
    }
    const advance = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })

    it('sends published audio to every listener for half an hour', async () => {
      grant = { ...grant, isPublished: true }
      const kofi = harness.browser()
      await kofi.signIn()
      await kofi.request(path())
      fail()
      advance(29 * MINUTE_MS)
      expect((await stream({ range: 'bytes=0-9' })).status).toBe(206)

      advance(2 * MINUTE_MS)
      expect((await stream({ range: 'bytes=0-9' })).status).toBe(503)
    })

    it('sends no audio that a write may have unpublished, or that media refused', async () => {
      grant = { ...grant, isPublished: true }
      const host = harness.browser()
      await host.signIn()
      await stream()
      await host.request(`/api/episode/${randomUUID()}`, { method: 'PUT', body: '{}' })
      fail()
      advance(2 * MINUTE_MS)
      expect((await stream()).status).toBe(503)

      vi.useRealTimers()
      allow()
      expect((await stream()).status).toBe(200)
      harness.services.media = respondJson({ code: 'media.not_found', message: 'No.' }, 404)
      advance(2_000)
      expect((await stream()).status).toBe(404)
      fail()
      expect((await stream()).status).toBe(503)
    })
  })

  it.each([401, 403, 404])('returns the %i of media', async (status) => {
    harness.services.media = respondJson({ code: 'media.refused', message: 'No.', requestId: 'x' }, status)
    const response = await stream()

    expect(response.status).toBe(status)
    expect(JSON.parse(response.body.toString())).toMatchObject({ code: 'media.refused', message: 'No.' })
    expect(response.headers['content-disposition']).toBeUndefined()
  })

  it('rejects a grant that media has not signed', async () => {
    const token = await createGrantSigner(randomBytes(32).toString('base64url'))(grant)
    harness.services.media = (_, response) => response.writeHead(204, { [GRANT_HEADER]: token }).end()

    expect((await stream()).status).toBe(500)
  })

  it('returns 404 for an invalid id and for a missing file, which is counted', async () => {
    const response = await ask(`http://127.0.0.1:${harness.port}/api/media/none/stream`)
    await response.body.dump()
    expect(response.statusCode).toBe(404)

    await rm(join(harness.objectsDir, grant.key))
    expect((await stream()).status).toBe(404)
    const metrics = await fetch(`http://127.0.0.1:${harness.port}/metrics`, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    })
    expect(await metrics.text()).toContain('griot_recordings_missing_total{process="gateway"} 1\n')
  })

  it('cuts the connection if the file is shorter than declared', async () => {
    await truncate(join(harness.objectsDir, grant.key), 1000)

    await expect(stream()).rejects.toThrow()
  })
})
