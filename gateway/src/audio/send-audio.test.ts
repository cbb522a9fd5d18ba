import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { createGrantSigner, GRANT_HEADER, type Grant } from '@griot/service-kit/grant'
import { request as ask } from 'undici'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answerJson, type Harness, startHarness } from '../testing/harness.ts'

const METRICS_TOKEN = 'a-token-for-metrics-of-tests'
let harness: Harness
let bytes: Buffer
let grant: Grant
let mediaId: string

beforeAll(async () => {
  harness = await startHarness({ METRICS_TOKEN })
  await mkdir(join(harness.objectsDir, 'media'))
})
afterAll(() => harness.close())
beforeEach(async () => {
  mediaId = randomUUID()
  bytes = randomBytes(1_000_003)
  grant = { key: `media/${mediaId}`, size: bytes.length, type: 'audio/mpeg', etag: '"v1"', name: 'Ɛyɛ "sound".mp3' }
  await writeFile(join(harness.objectsDir, grant.key), bytes)
  harness.received.length = 0
  allow()
})

/** Media lets everybody hear. */
const allow = () => {
  harness.services.media = async (_, response) => {
    const token = await createGrantSigner(harness.grantSecret)(grant)
    response.writeHead(204, { [GRANT_HEADER]: token }).end()
  }
}

const stream = async (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
  const answer = await ask(`http://127.0.0.1:${harness.port}/api/media/${mediaId}/stream`, { method, headers })
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.from(await answer.body.arrayBuffer()) }
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
      'content-disposition': "attachment; filename*=UTF-8''%C6%90y%C9%9B%20%22sound%22.mp3",
    })
    expect(headers[GRANT_HEADER]).toBeUndefined()
  })

  it('sends any stretch exactly as the file has it', async () => {
    for (let round = 0; round < 200; round++) {
      const start = Math.floor(Math.random() * bytes.length)
      const end = start + Math.floor(Math.random() * 300_000)
      const { status, headers, body } = await stream({ range: `bytes=${start}-${end}` })

      expect(status).toBe(206)
      expect(headers['content-range']).toBe(`bytes ${start}-${Math.min(end, bytes.length - 1)}/${bytes.length}`)
      expect(body.equals(bytes.subarray(start, end + 1))).toBe(true)
    }
  })

  it('sends long ones to many at once, to each as the file has it', async () => {
    bytes = randomBytes(6_000_001)
    grant = { ...grant, size: bytes.length }
    await writeFile(join(harness.objectsDir, grant.key), bytes)
    const all = await Promise.all(Array.from({ length: 12 }, () => stream()))

    for (const { body } of all) expect(body.equals(bytes)).toBe(true)
  })

  it('says where the recording ends to someone who asks beyond it', async () => {
    const { status, headers, body } = await stream({ range: `bytes=${bytes.length}-` })

    expect(status).toBe(416)
    expect(headers['content-range']).toBe(`bytes */${bytes.length}`)
    expect(JSON.parse(body.toString())).toMatchObject({ code: 'range.beyond_end' })
  })

  it('sends the whole when many stretches are asked for, or another version', async () => {
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

  it('answers HEAD with the same headers and nothing else', async () => {
    const whole = await stream({}, 'HEAD')
    const some = await stream({ range: 'bytes=0-9' }, 'HEAD')

    expect(whole).toMatchObject({
      status: 200,
      headers: { 'content-length': String(bytes.length) },
      body: { length: 0 },
    })
    expect(some).toMatchObject({ status: 206, headers: { 'content-length': '10' }, body: { length: 0 } })
  })

  it('answers 304 to someone who has it', async () => {
    expect(await stream({ 'if-none-match': '"v1"' })).toMatchObject({ status: 304, body: { length: 0 } })
  })

  it('is for a player to play, and for anyone else to save', async () => {
    expect((await stream({ 'sec-fetch-dest': 'audio' })).headers['content-disposition']).toBe('inline')
    expect((await stream({ 'sec-fetch-dest': 'document' })).headers['content-disposition']).toMatch(/^attachment/)
  })

  it('takes a leave for as long as media gave it, each person their own', async () => {
    await stream()
    await stream({ range: 'bytes=5-6' })
    expect(harness.received).toHaveLength(1)

    const browser = harness.browser()
    await browser.signIn()
    const before = harness.received.length
    await browser.ask(`/api/media/${mediaId}/stream`)
    expect(harness.received.length).toBe(before + 1)
  })

  it('asks again once the recording was changed', async () => {
    await stream()
    const browser = harness.browser()
    await browser.signIn()
    harness.services.media = answerJson({ code: 'media.not_found', message: 'We could not find that media.' }, 404)
    await browser.ask(`/api/media/${mediaId}`, { method: 'DELETE' })

    expect((await stream()).status).toBe(404)
  })

  it.each([401, 403, 404])('passes on media’s %i', async (status) => {
    harness.services.media = answerJson({ code: 'media.refused', message: 'No.', requestId: 'x' }, status)
    const answer = await stream()

    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.body.toString())).toMatchObject({ code: 'media.refused', message: 'No.' })
    expect(answer.headers['content-disposition']).toBeUndefined()
  })

  it('believes no grant that media has not signed', async () => {
    const token = await createGrantSigner(randomBytes(32).toString('base64url'))(grant)
    harness.services.media = (_, response) => response.writeHead(204, { [GRANT_HEADER]: token }).end()

    expect((await stream()).status).toBe(500)
  })

  it('is 404 for what is no id, and when the file is gone, which is counted', async () => {
    const answer = await ask(`http://127.0.0.1:${harness.port}/api/media/none/stream`)
    await answer.body.dump()
    expect(answer.statusCode).toBe(404)

    await rm(join(harness.objectsDir, grant.key))
    expect((await stream()).status).toBe(404)
    const metrics = await fetch(`http://127.0.0.1:${harness.port}/metrics`, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    })
    expect(await metrics.text()).toContain('griot_recordings_missing_total{process="gateway"} 1\n')
  })

  it('is cut off, not short, when the file is shorter than it should be', async () => {
    await truncate(join(harness.objectsDir, grant.key), 1000)

    await expect(stream()).rejects.toThrow()
  })

  it('is sent six times at once to one person: the one that began first makes room', async () => {
    grant = { ...grant, size: 64 * 1024 * 1024 }
    await truncate(join(harness.objectsDir, grant.key), grant.size)
    const browser = harness.browser()
    await browser.signIn()
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const begun: { answer: IncomingMessage; over: Promise<unknown> }[] = []
    for (let count = 0; count < 8; count++) {
      const path = `/api/media/${mediaId}/stream`
      const asked = request({ host: '127.0.0.1', port: harness.port, path, agent: false, headers: { cookie } })
      asked.on('error', () => {}).end()
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      answer.on('error', () => {})
      const over = new Promise((resolve) => answer.once('close', resolve))
      await once(answer, 'data')
      answer.pause()
      begun.push({ answer, over })
    }
    // Reading on shows that it was cut: a paused stream would not tell.
    for (const { answer, over } of begun.slice(0, 2)) {
      answer.resume()
      await over
      expect(answer.complete).toBe(false)
    }
    for (const { answer } of begun.slice(2)) {
      answer.resume()
      await once(answer, 'end')
      expect(answer.complete).toBe(true)
    }
  })

  it('holds no file once the listener is gone', async () => {
    grant = { ...grant, size: 64 * 1024 * 1024 }
    await truncate(join(harness.objectsDir, grant.key), grant.size)
    const openFiles = async () => (await readdir('/proc/self/fd')).length
    const before = await openFiles()

    for (let round = 0; round < 20; round++) {
      const asked = request({
        host: '127.0.0.1',
        port: harness.port,
        path: `/api/media/${mediaId}/stream`,
        agent: false,
      })
      asked.on('error', () => {}).end()
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      await once(answer, 'data')
      answer.on('error', () => {})
      asked.destroy()
    }
    await expect.poll(openFiles, { timeout: 30_000 }).toBeLessThan(before + 5)
  })
})
