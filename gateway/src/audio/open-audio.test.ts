import { once } from 'node:events'
import { truncate } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { audioPath } from '@griot/contracts/public-addresses'
import { sql } from '@griot/service-kit/db/db'
import type { Grant } from '@griot/service-kit/identity/grant'
import { request as ask } from 'undici'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Harness, respondJson, startHarness } from '../testing/harness.ts'
import { grantAll, storeRecording } from '../testing/recording.ts'

const MODIFIED = '2026-11-20T10:00:00.000Z'
let harness: Harness
let bytes: Buffer
let grant: Grant
let episodeId: string

beforeAll(async () => {
  harness = await startHarness({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' })
})
afterAll(() => harness.close())
beforeEach(async () => {
  const stored = await storeRecording(harness)
  bytes = stored.bytes
  episodeId = stored.mediaId
  grant = { ...stored.grant, isPublished: true, lastModified: MODIFIED }
  harness.received.length = 0
  grantAll(harness, () => grant)
})

const listen = async (
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' = 'GET',
  path = audioPath(episodeId),
) => {
  const response = await ask(`http://127.0.0.1:${harness.port}${path}`, { method, headers })
  return {
    status: response.statusCode,
    headers: response.headers,
    body: Buffer.from(await response.body.arrayBuffer()),
  }
}

const OPEN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Accept-Ranges, Content-Length, Content-Range, ETag',
  'cross-origin-resource-policy': 'cross-origin',
}

describe('GET /audio/:episodeId.mp3', () => {
  it('sends the file to everyone, and ignores unknown parameters', async () => {
    const { status, headers, body } = await listen({}, 'GET', `${audioPath(episodeId)}?_from=app`)

    expect(status).toBe(200)
    expect(body.equals(bytes)).toBe(true)
    expect(headers).toMatchObject({
      ...OPEN,
      'content-type': 'audio/mpeg',
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
      etag: '"v1"',
      'last-modified': 'Fri, 20 Nov 2026 10:00:00 GMT',
      'cache-control': 'public, max-age=300',
    })
    expect(headers.vary).toBeUndefined()
    expect(headers['set-cookie']).toBeUndefined()
  })

  it('answers HEAD with the same length, and sends ranges', async () => {
    const head = await listen({}, 'HEAD')
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, String(bytes.length), 0])

    const part = await listen({ range: 'bytes=0-1' })
    expect(part).toMatchObject({ status: 206, headers: { 'content-range': `bytes 0-1/${bytes.length}` } })
    expect(part.body.equals(bytes.subarray(0, 2))).toBe(true)
    const beyond = await listen({ range: `bytes=${bytes.length}-` })
    expect(beyond).toMatchObject({ status: 416, headers: { ...OPEN, 'content-range': `bytes */${bytes.length}` } })
  })

  it('continues a download of the same version only', async () => {
    const statusOf = async (ifRange: string) => (await listen({ range: 'bytes=5-', 'if-range': ifRange })).status

    expect(await statusOf('"v1"')).toBe(206)
    expect(await statusOf('Fri, 20 Nov 2026 10:00:00 GMT')).toBe(206)
    for (const other of ['"v0"', 'W/"v1"', 'Fri, 20 Nov 2026 09:00:00 GMT']) expect(await statusOf(other)).toBe(200)
    expect(await listen({ 'if-none-match': '"v1"' })).toMatchObject({ status: 304, body: { length: 0 }, headers: OPEN })
  })

  it('answers the question of a page of another origin, and refuses writes', async () => {
    const preflight = await listen(
      { origin: 'https://a.example', 'access-control-request-headers': 'range' },
      'OPTIONS',
    )
    expect(preflight).toMatchObject({ status: 204, headers: OPEN })
    expect(preflight.headers['access-control-allow-headers']).toContain('Range')
    expect(await listen({}, 'POST')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, OPTIONS' } })
    expect(harness.received).toEqual([])
  })

  it('relays the status of an episode that is not public', async () => {
    for (const status of [404, 410]) {
      harness.services.media = respondJson({ code: 'episode.removed', message: 'No.', requestId: 'r' }, status)
      expect(await listen()).toMatchObject({ status, headers: OPEN })
    }
    for (const path of ['/audio/x.mp3', '/audio/', `/audio/${episodeId}`, `/audio/${episodeId}.wav`]) {
      expect((await listen({}, 'GET', path)).status).toBe(404)
    }
  })

  it('stops at once after a write that takes the episode back', async () => {
    expect((await listen()).status).toBe(200)
    harness.services.media = respondJson({ code: 'episode.not_found', message: 'No.', requestId: 'r' }, 404)
    const browser = harness.browser()
    await browser.signIn()
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
    await browser.request(`/api/episode/${episodeId}`, { method: 'PUT', headers, body: '{}' })

    expect((await listen()).status).toBe(404)
  })

  it('reads no session and counts no bytes for points', async () => {
    const browser = harness.browser()
    await browser.signIn()
    const { status, headers } = await browser.request(audioPath(episodeId))
    expect(status).toBe(200)
    expect(headers['set-cookie']).toBeUndefined()
    await harness.gateway.storeAudioSent()

    expect(await harness.db.run(sql`select 1 from audio_sent where object_key = ${grant.key}`)).toBe(0)
    const [asked] = harness.received.filter(({ url }) => url?.includes('open-audio'))
    expect((await harness.verify(String(asked?.headers['x-griot-identity'])))?.user).toBeNull()
  })
})

describe('the limits of open audio', () => {
  it('let hundreds of listeners behind one address download at once, then answer 503', async () => {
    grant = { ...grant, size: 8 * 1024 * 1024 }
    await truncate(join(harness.objectsDir, grant.key), grant.size)
    const begun: ClientRequest[] = []
    const begin = async (address: string) => {
      const headers = { 'x-forwarded-for': address }
      const path = audioPath(episodeId)
      const asked = request({ host: '127.0.0.1', port: harness.port, path, agent: false, headers })
      asked.on('error', () => {}).end()
      const [response] = (await once(asked, 'response')) as [IncomingMessage]
      response.on('error', () => {})
      begun.push(asked)
      return response
    }
    for (let count = 0; count < 512; count++) expect((await begin('198.51.100.7')).statusCode).toBe(200)

    const refused = await begin('198.51.100.7')
    expect(refused.statusCode).toBe(503)
    expect(refused.headers).toMatchObject({ 'retry-after': '10', ...OPEN })
    expect((await listen({ 'x-forwarded-for': '198.51.100.7' }, 'HEAD')).status).toBe(200)
    expect((await begin('198.51.100.8')).statusCode).toBe(200)
    for (const asked of begun) asked.destroy()
    await expect.poll(async () => (await begin('198.51.100.7')).statusCode).toBe(200)
    for (const asked of begun) asked.destroy()
  })
})
