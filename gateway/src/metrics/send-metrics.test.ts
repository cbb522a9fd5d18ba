import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../testing/harness.ts'

const TOKEN = 'a-token-for-metrics-of-tests'
let harness: Harness

beforeAll(async () => {
  harness = await startHarness({ METRICS_TOKEN: TOKEN, ADMIN_EMAILS: 'boss@example.org' })
  harness.services.media = (incoming, response) => {
    incoming.resume()
    response.end(incoming.url === '/metrics' ? 'griot_from_media 1\n' : '{}')
  }
})
afterAll(() => harness.close())

const ask = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    request({ host: '127.0.0.1', port: harness.port, path, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
    })
      .on('error', reject)
      .end()
  })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('GET /metrics at the public door', () => {
  it('is not there for the world, nor for somebody with another token', async () => {
    expect((await ask('/metrics')).status).toBe(404)
    expect((await ask('/metrics', bearer('another-token-of-that-length'))).status).toBe(404)
    expect((await ask('/metrics/media', bearer(''))).status).toBe(404)
    const listener = harness.browser()
    await listener.signIn({ email: 'ama@example.org' })
    expect((await listener.ask('/metrics')).status).toBe(404)
  })

  it('answers who sends the token, under whatever name they know this machine by', async () => {
    const { status, text } = await ask('/metrics', { ...bearer(TOKEN), host: '10.1.2.3:8080' })

    expect(status).toBe(200)
    expect(text).toContain('griot_http_request_seconds_bucket{')
    expect(text).toContain('griot_process_memory_bytes{process="gateway"}')
  })

  it('counts rows of the routing, never addresses', async () => {
    const browser = harness.browser()
    await browser.ask('/api/podcast/3f0d6c0e-0a3b-4a8c-8e0e-6f1d5a0b7c11')
    await browser.ask('/api/nothing-here')
    await browser.ask('/some/page/that/nobody/has')

    const { text } = await ask('/metrics', bearer(TOKEN))

    expect(text).toMatch(/_count\{method="GET",route="\/api\/podcast",kind="short",status="200",process="gateway"\} 1/)
    expect(text).toMatch(/_count\{method="any",route="none",kind="short",status="404",process="gateway"\} 1/)
    expect(text).toMatch(/route="pages"/)
    expect(text).not.toMatch(/3f0d6c0e|nothing-here|nobody/)
  })

  it('passes on what the processes behind it say, and nothing else', async () => {
    expect((await ask('/metrics/media', bearer(TOKEN))).text).toBe('griot_from_media 1\n')
    // Runs nowhere in this house.
    expect((await ask('/metrics/media-worker', bearer(TOKEN))).status).toBe(404)
    for (const path of ['/metrics/toString', '/metrics/media/healthz', '/metrics/%2e%2e']) {
      expect((await ask(path, bearer(TOKEN))).status).toBe(404)
    }
  })

  it('lets an admin look in the browser', async () => {
    const admin = harness.browser()
    await admin.signIn({ email: 'boss@example.org' })

    const response = await admin.ask('/metrics')

    expect(response.status).toBe(200)
  })
})
